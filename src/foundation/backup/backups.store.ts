import type { Reader, Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { ArchiveCounts } from './archive/manifest.ts'

type BackupState = 'queued' | 'running' | 'done' | 'failed'

/** A backup as it is stored. Times are texts in the form of the API. */
export interface Backup {
  readonly id: string
  /** Name of the archive in the backup folder. */
  readonly name: string
  readonly state: BackupState
  readonly origin: 'request' | 'schedule'
  readonly createdAt: string
  /** The user who requested the backup; `nilId` for the schedule. */
  readonly createdBy: string
  readonly endedAt: string | null
  /** Host whose folder has the archive. */
  readonly host: string | null
  /** The size of all tables and files in bytes, and how much of it is in the archive (`processed`). */
  readonly total: number
  readonly processed: number
  readonly bytes: number | null
  readonly sha256: string | null
  readonly counts: ArchiveCounts | null
  readonly problem: string | null
}

const columns = sql`id::text, name, state, origin, wire_time(created_at) as "createdAt", created_by::text as "createdBy",
  wire_time(ended_at) as "endedAt", host, total, processed, bytes::float8 as bytes, encode(sha256, 'hex') as sha256,
  counts::text, problem`

type Row = Omit<Backup, 'counts'> & { counts: string | null }
const toBackup = (row: Row): Backup => ({ ...row, counts: row.counts === null ? null : JSON.parse(row.counts) })

/** Returns at most `limit` backups, newest first. */
export async function newestBackups(reader: Reader, limit: number): Promise<Backup[]> {
  const rows = await reader.rows<Row>(
    sql`select ${columns} from backup order by created_at desc, id desc limit ${limit}`,
  )
  return rows.map(toBackup)
}

export async function backupById(reader: Reader, id: string): Promise<Backup | undefined> {
  const row = await reader.row<Row>(sql`select ${columns} from backup where id = ${id}`)
  return row && toBackup(row)
}

/** Returns the backup that waits or runs. */
export async function openBackup(reader: Reader): Promise<Backup | undefined> {
  const row = await reader.row<Row>(sql`select ${columns} from backup where state in ('queued', 'running')`)
  return row && toBackup(row)
}

/**
 * Marks a backup as failed when its process has sent no heartbeat for an hour, so that another backup can start.
 * Returns the backups that were marked.
 */
export function failSilent(tx: Tx, at: Date): Promise<FailedBackup[]> {
  return tx.rows<FailedBackup>(sql`
    update backup set state = 'failed', ended_at = ${at}, problem = 'the server that made the archive has ended'
    where state in ('queued', 'running') and coalesce(beat_at, created_at) < platform_now() - interval '1 hour'
    returning id::text, name, problem`)
}

/** Whether backups succeed, for monitoring. */
export interface BackupFigures {
  /** Seconds since 1970 at which the newest archive was completed; undefined if there is none. */
  readonly lastDoneAtS: number | undefined
  /** Whether the backup that ended last has failed. */
  readonly hasFailed: boolean
}

export async function backupFigures(reader: Reader): Promise<BackupFigures> {
  const row = await reader.row<{ lastDoneAtS: number | null; hasFailed: boolean | null }>(sql`
    select extract(epoch from (select max(ended_at) from backup where state = 'done'))::float8 as "lastDoneAtS",
      (select state = 'failed' from backup where state in ('done', 'failed') order by ended_at desc, id desc limit 1)
        as "hasFailed"`)
  return { lastDoneAtS: row!.lastDoneAtS ?? undefined, hasFailed: row!.hasFailed ?? false }
}

/** Stores a backup that waits. Returns false when another one waits or runs. */
export async function insertBackup(
  tx: Tx,
  { id, name, origin, createdBy }: Pick<Backup, 'id' | 'name' | 'origin' | 'createdBy'>,
  at: Date,
): Promise<boolean> {
  const row = await tx.row(sql`
    insert into backup (id, name, state, origin, created_at, created_by)
    values (${id}, ${name}, 'queued', ${origin}, ${at}, ${createdBy}) on conflict do nothing returning id`)
  return row !== undefined
}

/** Marks a backup as running from the beginning. Returns undefined when it has ended or was deleted. */
export async function beginBackup(tx: Tx, id: string, host: string): Promise<Backup | undefined> {
  const row = await tx.row<Row>(sql`
    update backup set state = 'running', host = ${host}, beat_at = platform_now(), processed = 0
    where id = ${id} and state in ('queued', 'running') returning ${columns}`)
  return row && toBackup(row)
}

/** Stores a heartbeat and the progress. Returns false when the backup was deleted or has ended. */
export async function beat(tx: Tx, id: string, processed: number, total: number): Promise<boolean> {
  const row = await tx.row(sql`
    update backup set beat_at = platform_now(), processed = ${processed}, total = ${total}
    where id = ${id} and state = 'running' returning id`)
  return row !== undefined
}

/** Marks a backup as done. Returns false when it was deleted meanwhile. */
export async function completeBackup(
  tx: Tx,
  id: string,
  { bytes, sha256, counts, at }: { bytes: number; sha256: Buffer; counts: ArchiveCounts; at: Date },
): Promise<boolean> {
  const row = await tx.row(sql`
    update backup set state = 'done', ended_at = ${at}, bytes = ${bytes}, sha256 = ${sha256}, counts = ${counts},
      processed = total
    where id = ${id} and state = 'running' returning id`)
  return row !== undefined
}

/** A backup that failed, with the reason as administrators see it. */
export interface FailedBackup {
  readonly id: string
  /** Name of the archive that was not made. */
  readonly name: string
  readonly problem: string
}

/** Marks a backup as failed. Returns false when it was deleted meanwhile. */
export async function failBackup(
  tx: Tx,
  { id, problem }: Pick<FailedBackup, 'id' | 'problem'>,
  at: Date,
): Promise<boolean> {
  const row = await tx.row(sql`
    update backup set state = 'failed', ended_at = ${at}, problem = ${problem}
    where id = ${id} and state = 'running' returning id`)
  return row !== undefined
}

/** Deletes a backup and returns the name of its archive; undefined when there is none. */
export async function removeBackup(tx: Tx, id: string): Promise<string | undefined> {
  return (await tx.row<{ name: string }>(sql`delete from backup where id = ${id} returning name`))?.name
}

/**
 * Returns the ids of ended backups of the schedule, except for the newest `keep` that are done and the newest `keep`
 * that have failed.
 */
export async function surplusBackups(reader: Reader, keep: number): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select id::text from (
      select id, row_number() over (partition by state order by created_at desc) as place from backup
      where origin = 'schedule' and state in ('done', 'failed')) placed
    where place > ${keep}`)
  return rows.map(({ id }) => id)
}

/** Returns whether the schedule has ordered a backup since a moment, even if the backup waits, runs or has failed. */
export async function isMadeSince(reader: Reader, at: Date): Promise<boolean> {
  const row = await reader.row(sql`select from backup where origin = 'schedule' and created_at >= ${at} limit 1`)
  return row !== undefined
}
