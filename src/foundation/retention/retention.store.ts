import type { Reader, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { DueUnit, RetentionKindName } from './retention-kind.ts'

/** A file with what one transaction has removed. */
export interface RetentionExport {
  readonly id: string
  readonly run: string
  readonly kind: RetentionKindName
  readonly process: string | null
  readonly keepDays: number
  readonly units: number
  readonly lines: number
  readonly first: string
  readonly last: string
  /** SHA-256 of the file, in hex. */
  readonly sha256: string
  readonly bytes: number
  readonly createdAt: string
}

export type NewExport = Omit<RetentionExport, 'sha256' | 'createdAt'> & {
  readonly sha256: Buffer
  readonly at: Date
  /** Ids by which the rows are found that are still to be deleted. */
  readonly remaining: readonly string[] | null
}

export async function insertExport(tx: Tx, made: NewExport): Promise<void> {
  await tx.rows(sql`
    insert into retention_export (id, run, kind, process, keep_days, units, lines, first, last, sha256, bytes, created_at,
      remaining)
    values (${made.id}, ${made.run}, ${made.kind}, ${made.process}, ${made.keepDays}, ${made.units}, ${made.lines},
      ${made.first}, ${made.last}, ${made.sha256}, ${made.bytes}, ${made.at}, ${made.remaining}::uuid[])`)
}

const exportColumns = sql`id::text, run::text, kind, process, keep_days as "keepDays", units, lines, first::text,
  last::text, encode(sha256, 'hex') as sha256, bytes::float8 as bytes, wire_time(created_at) as "createdAt"`

export const exportById = (reader: Reader, id: string): Promise<RetentionExport | undefined> =>
  reader.row<RetentionExport>(sql`select ${exportColumns} from retention_export where id = ${id}`)

/** Returns the newest exports, or those that are older than another one. */
export const exportsBefore = (reader: Reader, before: string | undefined, size: number): Promise<RetentionExport[]> =>
  reader.rows<RetentionExport>(sql`
    select ${exportColumns} from retention_export
    where ${
      before === undefined
        ? sql`true`
        : sql`(created_at, id) < (select e.created_at, e.id from retention_export e where e.id = ${before})`
    }
    order by created_at desc, id desc limit ${size}`)

/** Returns an export whose removed units still have rows. */
export const unfinishedExport = (
  reader: Reader,
): Promise<{ id: string; kind: RetentionKindName; remaining: string[] } | undefined> =>
  reader.row(sql`
    select id::text, kind, array(select u::text from unnest(remaining) u) as remaining
    from retention_export where remaining is not null order by id limit 1`)

export async function finishExport(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`update retention_export set remaining = null where id = ${id}`)
}

/** Prevents new legal holds until the transaction ends, and waits for those that are being placed. */
export async function lockHolds(tx: Tx): Promise<void> {
  await tx.rows(sql`lock table legal_hold in share mode`)
}

/** Returns those of the ids that belong to objects under a legal hold. */
export async function heldAmong(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`select held_among(${ids}::uuid[])::text as id`)
  return rows.map(({ id }) => id)
}

/**
 * Returns SQL for the position of a unit in the order of units, for the condition of the next page; without a unit,
 * the position before all units.
 */
export const positionOf = (after: DueUnit | undefined) =>
  after === undefined
    ? sql`('-infinity'::timestamptz, ${null}::uuid)`
    : sql`(${after.at}::timestamptz, ${after.id}::uuid)`
