import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'

/** The condition for bytes that a version of a file or an export of removed rows names. */
const isNamed = (sha256: Sql): Sql => sql`(exists (select from file_version v where v.sha256 = ${sha256})
  or exists (select from retention_export e where e.sha256 = ${sha256}))`

/** Records that these bytes are about to be stored. Waits while a sweep is removing the same bytes. */
export async function announceBlob(tx: Tx, sha256: Buffer, size: number, now: Date): Promise<void> {
  await tx.rows(sql`
    insert into blob (sha256, size, kept_at) values (${sha256}, ${size}, ${now})
    on conflict (sha256) do update set kept_at = greatest(blob.kept_at, excluded.kept_at)`)
}

/** Returns the SHA-256 of blobs that nothing names and that were last announced before `announcedBefore`. */
export async function unusedBlobs(reader: Reader, announcedBefore: Date, limit: number): Promise<Buffer[]> {
  const rows = await reader.rows<{ sha256: Buffer }>(sql`
    select sha256 from blob b where kept_at < ${announcedBefore} and not ${isNamed(sql`b.sha256`)} limit ${limit}`)
  return rows.map(({ sha256 }) => sha256)
}

/**
 * The SQL after `select` that yields rows while a backup runs on any node, because the snapshot of a backup may name
 * bytes of files that were deleted since. A backup without a heartbeat for a minute counts as ended.
 */
const duringBackup = sql`from backup where state = 'running' and beat_at > platform_now() - interval '1 minute'`

/**
 * Locks an unused blob for removal until the transaction ends. Returns false when the blob is in use or was announced
 * again, or while a backup runs.
 */
export async function lockUnused(tx: Tx, sha256: Buffer, announcedBefore: Date): Promise<boolean> {
  // Two statements: within the locking statement, the second check would see the state from before the wait for the
  // lock.
  const row = await tx.row(sql`select from blob where sha256 = ${sha256} and kept_at < ${announcedBefore} for update`)
  if (row === undefined) return false
  const used = await tx.row(sql`
    (select where ${isNamed(sql`${sha256}`)}) union all (select ${duringBackup} limit 1)`)
  return used === undefined
}

/** Returns the names for which no row in `blob` exists. */
export async function unknownAmong(reader: Reader, names: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await reader.rows<{ sha256: Buffer }>(sql`
    select sha256 from unnest(${names}::bytea[]) as found (sha256)
    where not exists (select from blob b where b.sha256 = found.sha256)`)
  return rows.map(({ sha256 }) => sha256)
}

/**
 * Inserts a row for bytes that have none, which locks the bytes before their removal. Returns false when a row exists.
 */
export async function lockUnknown(tx: Tx, sha256: Buffer): Promise<boolean> {
  const row = await tx.row(sql`
    insert into blob (sha256, size, kept_at) values (${sha256}, 0, to_timestamp(0))
    on conflict (sha256) do nothing returning sha256`)
  return row !== undefined
}

export async function deleteBlob(tx: Tx, sha256: Buffer): Promise<void> {
  await tx.rows(sql`delete from blob where sha256 = ${sha256}`)
}

/** The distinct contents of all versions of files, and the exports of removed rows. */
export const namedBlobs = sql`
  select encode(b.sha256, 'hex') as sha256, b.size::float8 as bytes from blob b
  where ${isNamed(sql`b.sha256`)} order by b.sha256`

/** Returns the total size in bytes of the contents of `namedBlobs`. */
export async function namedBytes(reader: Reader): Promise<number> {
  const row = await reader.row<{ bytes: number }>(sql`
    select coalesce(sum(size), 0)::float8 as bytes from blob b
    where ${isNamed(sql`b.sha256`)}`)
  return row!.bytes
}
