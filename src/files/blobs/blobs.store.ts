import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** Records that these bytes are about to be stored. Waits while a sweep is removing the same bytes. */
export async function announceBlob(tx: Tx, sha256: Buffer, size: number, now: Date): Promise<void> {
  await tx.rows(sql`
    insert into blob (sha256, size, kept_at) values (${sha256}, ${size}, ${now})
    on conflict (sha256) do update set kept_at = greatest(blob.kept_at, excluded.kept_at)`)
}

/** Returns the SHA-256 of blobs that no version names and that were last announced before `announcedBefore`. */
export async function unusedBlobs(reader: Reader, announcedBefore: Date, limit: number): Promise<Buffer[]> {
  const rows = await reader.rows<{ sha256: Buffer }>(sql`
    select sha256 from blob b where kept_at < ${announcedBefore}
      and not exists (select from file_version v where v.sha256 = b.sha256) limit ${limit}`)
  return rows.map(({ sha256 }) => sha256)
}

/**
 * Locks an unused blob for removal until the transaction ends. Returns false when the blob is in use or was announced
 * again.
 */
export async function lockUnused(tx: Tx, sha256: Buffer, announcedBefore: Date): Promise<boolean> {
  // Two statements: within the locking statement, the second check would see the state from before the wait for the
  // lock.
  const row = await tx.row(sql`select from blob where sha256 = ${sha256} and kept_at < ${announcedBefore} for update`)
  if (row === undefined) return false
  const used = await tx.row(sql`select from file_version where sha256 = ${sha256} limit 1`)
  return used === undefined
}

/** Returns the names for which no row in `blob` exists. */
export async function unknownAmong(reader: Reader, names: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await reader.rows<{ sha256: Buffer }>(sql`
    select sha256 from unnest(${names}::bytea[]) as found (sha256)
    where not exists (select from blob b where b.sha256 = found.sha256)`)
  return rows.map(({ sha256 }) => sha256)
}

/** Inserts and so locks a row for bytes that have no row, before their removal. Returns false when a row exists. */
export async function lockUnknown(tx: Tx, sha256: Buffer): Promise<boolean> {
  const row = await tx.row(sql`
    insert into blob (sha256, size, kept_at) values (${sha256}, 0, to_timestamp(0))
    on conflict (sha256) do nothing returning sha256`)
  return row !== undefined
}

export async function deleteBlob(tx: Tx, sha256: Buffer): Promise<void> {
  await tx.rows(sql`delete from blob where sha256 = ${sha256}`)
}
