import type { Reader, Tx } from '../db/database.ts'
import { Bound, sql } from '../db/sql.ts'

/** A link of the chain. Numbers are decimal texts, times microseconds since 1970. */
export interface Seal {
  readonly no: string
  /** `2026-11-21`, on which it was sealed; never before the day of an earlier seal. */
  readonly day: string
  readonly sealedAt: string
  /** Its rows have turns from here up to, but without, `toTurn`. */
  readonly fromTurn: string
  readonly toTurn: string
  readonly rows: number
  readonly oldest: string
  readonly newest: string
  readonly hash: Buffer
}

const micros = (column: ReturnType<typeof sql>) => sql`(extract(epoch from ${column}) * 1000000)::bigint`
const time = (microseconds: string) => sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`
const columns = sql`no, day::text, ${micros(sql`sealed_at`)} as "sealedAt", from_turn as "fromTurn",
  to_turn as "toTurn", rows, ${micros(sql`oldest`)} as oldest, ${micros(sql`newest`)} as newest, hash`

export async function insertSeal(tx: Tx, seal: Seal, marks: Buffer): Promise<void> {
  await tx.rows(sql`
    insert into audit_seal (no, day, sealed_at, from_turn, to_turn, rows, oldest, newest, hash, marks)
    values (${seal.no}, ${seal.day}, ${time(seal.sealedAt)}, ${seal.fromTurn}, ${seal.toTurn}, ${seal.rows},
      ${time(seal.oldest)}, ${time(seal.newest)}, ${seal.hash}, ${marks})`)
}

export async function lastSeal(reader: Reader): Promise<Seal | undefined> {
  return reader.row<Seal>(sql`select ${columns} from audit_seal order by no desc limit 1`)
}

const behindAll = '9223372036854775807'

/** The one before the first seal of a day, or of the next day that has any. */
export async function sealBeforeDay(reader: Reader, day: string): Promise<Seal | undefined> {
  return reader.row<Seal>(sql`
    select ${columns} from audit_seal where no < coalesce((select min(no) from audit_seal where day >= ${day}), ${behindAll}::bigint) order by no desc limit 1`)
}

export async function sealByNo(reader: Reader, no: string): Promise<Seal | undefined> {
  return reader.row<Seal>(sql`select ${columns} from audit_seal where no = ${no}`)
}

export async function sealsAfter(reader: Reader, no: string, limit: number): Promise<Seal[]> {
  return reader.rows<Seal>(sql`select ${columns} from audit_seal where no > ${no} order by no limit ${limit}`)
}

/** Eight bytes of the hash of each row, as it was sealed. */
export async function marksOf(reader: Reader, no: string): Promise<Buffer> {
  return (await reader.row<{ marks: Buffer }>(sql`select marks from audit_seal where no = ${no}`))!.marks
}

/**
 * The turn before which everything is over: all rows below it are there, and no other can come. At most about `limit`
 * rows lie between it and `from`, unless one transaction wrote more.
 */
export async function sealableUntil(reader: Reader, from: string, limit: number): Promise<string> {
  const low = sql`${new Bound(from)}::bigint`
  const most = sql`${new Bound(limit)}::int`
  const row = await reader.row<{ until: string }>(sql`
    select least(audit_turn(pg_snapshot_xmin(pg_current_snapshot())), (
      select greatest(${low} + 1, r.turn) from (
        (select turn from audit where turn >= ${low} order by turn limit ${most} + 1)
        union all
        (select turn from element_history where turn >= ${low} order by turn limit ${most} + 1)
        union all
        (select turn from element_proof where turn >= ${low} order by turn limit ${most} + 1)
      ) r order by r.turn offset ${most} limit 1)) as until`)
  return row!.until
}

/** The turn behind the last seal, as a sub-select. */
export const sealedUntil = sql`coalesce((select to_turn from audit_seal order by no desc limit 1), 0)`

/** Rows that no seal covers yet. */
export async function unsealedRows(reader: Reader): Promise<number> {
  // With an upper bound the planner takes the range for a small one, and the index.
  const unsealed = sql`turn >= ${sealedUntil} and turn <= ${behindAll}::bigint`
  const row = await reader.row<{ rows: string }>(sql`
    select (select count(*) from audit where ${unsealed})
      + (select count(*) from element_history where ${unsealed})
      + (select count(*) from element_proof where ${unsealed}) as rows`)
  return Number(row!.rows)
}

/** Cheap, since it is asked every few seconds: the newest turn comes first in its index. */
export async function hasUnsealed(reader: Reader): Promise<boolean> {
  const row = await reader.row<{ found: boolean }>(sql`
    select greatest((select max(turn) from audit), (select max(turn) from element_history),
        (select max(turn) from element_proof), -1)
      >= ${sealedUntil} as found`)
  return row!.found
}
