import type { Reader, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** Says that these bytes are about to be kept. Waits while they are being removed. */
export async function announceBlob(tx: Tx, sha256: Buffer, size: number, now: Date): Promise<void> {
  await tx.rows(sql`
    insert into blob (sha256, size, kept_at) values (${sha256}, ${size}, ${now})
    on conflict (sha256) do update set kept_at = greatest(blob.kept_at, excluded.kept_at)`)
}

/** Blobs that no version names, and that nobody has announced since then. */
export async function unusedBlobs(reader: Reader, announcedBefore: Date, limit: number): Promise<Buffer[]> {
  const rows = await reader.rows<{ sha256: Buffer }>(sql`
    select sha256 from blob b where kept_at < ${announcedBefore}
      and not exists (select from file_version v where v.sha256 = b.sha256) limit ${limit}`)
  return rows.map(({ sha256 }) => sha256)
}

/** Takes the blob for removing; false when it is in use again. Nobody can name it until the transaction ends. */
export async function takeUnused(tx: Tx, sha256: Buffer, announcedBefore: Date): Promise<boolean> {
  // The lock comes first: what is asked in the same statement would be as it was before the waiting.
  const row = await tx.row(sql`select from blob where sha256 = ${sha256} and kept_at < ${announcedBefore} for update`)
  if (row === undefined) return false
  const used = await tx.row(sql`select from file_version where sha256 = ${sha256} limit 1`)
  return used === undefined
}

/** Those of the names that no row knows at this moment. */
export async function unknownAmong(reader: Reader, names: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await reader.rows<{ sha256: Buffer }>(sql`
    select sha256 from unnest(${names}::bytea[]) as found (sha256)
    where not exists (select from blob b where b.sha256 = found.sha256)`)
  return rows.map(({ sha256 }) => sha256)
}

/** Takes bytes that no row knows, in the same way; false when one knows them. */
export async function takeUnknown(tx: Tx, sha256: Buffer): Promise<boolean> {
  const row = await tx.row(sql`
    insert into blob (sha256, size, kept_at) values (${sha256}, 0, to_timestamp(0))
    on conflict (sha256) do nothing returning sha256`)
  return row !== undefined
}

export async function deleteBlob(tx: Tx, sha256: Buffer): Promise<void> {
  await tx.rows(sql`delete from blob where sha256 = ${sha256}`)
}
