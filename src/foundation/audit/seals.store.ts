import type { Reader, Tx } from '../db/database.ts'
import { Bound, id, join, sql } from '../db/sql.ts'

/** One link of the chain of seals. `no`, turns and times are decimal texts; times are microseconds since 1970. */
export interface Seal {
  readonly no: string
  /** Date of sealing (`2026-11-21`); never earlier than the day of a previous seal. */
  readonly day: string
  readonly sealedAt: string
  /** First turn of the sealed rows; `toTurn` is the first turn after them. */
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

/** Returns the last seal before a day: the seal before the first seal of the day or of a later day. */
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

/** Returns the marks of a seal: the first eight bytes of each row's hash, as it was sealed. */
export async function marksOf(reader: Reader, no: string): Promise<Buffer> {
  return (await reader.row<{ marks: Buffer }>(sql`select marks from audit_seal where no = ${no}`))!.marks
}

/**
 * Returns the turn up to which rows can be sealed: all transactions with lower turns have ended, so no row can be
 * added below it. Between `from` and this turn there are at most about `limit` rows, and at least all rows of the
 * first transaction that has ended, however many it wrote.
 */
export async function sealableUntil(reader: Reader, from: string, limit: number): Promise<string> {
  const low = sql`${new Bound(from)}::bigint`
  const most = sql`${new Bound(limit)}::int`
  const row = await reader.row<{ until: string }>(sql`
    with next as (
      select turn from (
        (select turn from audit where turn >= ${low} order by turn limit ${most} + 1)
        union all
        (select turn from element_history where turn >= ${low} order by turn limit ${most} + 1)
        union all
        (select turn from element_proof where turn >= ${low} order by turn limit ${most} + 1)
      ) r order by turn limit ${most} + 1
    )
    select least(audit_turn(pg_snapshot_xmin(pg_current_snapshot())),
      (select greatest(min(turn) + 1, max(turn)) from next having count(*) > ${most})) as until`)
  return row!.until
}

/** Lifts the time limit of statements until the transaction ends: the rows of one transaction go into one seal. */
export async function liftTimeLimit(tx: Tx): Promise<void> {
  await tx.rows(sql`select set_config('statement_timeout', '0', true)`)
}

/** SQL sub-select for the first turn after the last seal. */
export const sealedUntil = sql`coalesce((select to_turn from audit_seal order by no desc limit 1), 0)`

/** Returns the number of rows that no seal covers yet. */
export async function unsealedRows(reader: Reader): Promise<number> {
  // With an upper bound the planner expects a small range and uses the index.
  const unsealed = sql`turn >= ${sealedUntil} and turn <= ${behindAll}::bigint`
  const row = await reader.row<{ rows: string }>(sql`
    select (select count(*) from audit where ${unsealed})
      + (select count(*) from element_history where ${unsealed})
      + (select count(*) from element_proof where ${unsealed}) as rows`)
  return Number(row!.rows)
}

/**
 * Returns whether there are unsealed rows. Runs every few seconds, so it is cheap: it reads the newest turn from each
 * index.
 */
export async function hasUnsealed(reader: Reader): Promise<boolean> {
  const row = await reader.row<{ found: boolean }>(sql`
    select greatest((select max(turn) from audit), (select max(turn) from element_history),
        (select max(turn) from element_proof), -1)
      >= ${sealedUntil} as found`)
  return row!.found
}

/** Returns the age in seconds of the oldest unsealed row; 0 when no row is unsealed. */
export async function unsealedForS(reader: Reader): Promise<number> {
  // The row with the lowest turn is the oldest, or was written at almost the same time.
  const oldest = (table: string) => sql`(select at from ${id(table)}
    where turn >= ${sealedUntil} and turn <= ${behindAll}::bigint order by turn limit 1)`
  const row = await reader.row<{ seconds: number }>(sql`
    select coalesce(greatest(extract(epoch from platform_now() - min(at)), 0), 0)::float8 as seconds
    from (${join(['audit', 'element_history', 'element_proof'].map(oldest), sql` union all `)}) r`)
  return row!.seconds
}
