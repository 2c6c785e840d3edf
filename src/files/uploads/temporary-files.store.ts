import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** A row of the table of uploads; numbers and times are text. */
interface Row {
  readonly id: string
  readonly user_id: string
  readonly hash: string
  readonly name: string
  readonly total: string
  readonly received: string
  readonly part_at: string
  readonly sha256: Buffer | null
  readonly created_at: string
  readonly updated_at: string
}

export interface TemporaryFile {
  readonly id: string
  readonly userId: string
  readonly hash: string
  readonly name: string
  /** The number of bytes of the whole file; `received` is the number of bytes on the disk. */
  readonly total: number
  readonly received: number
  /** The position in bytes at which the last part begins. */
  readonly partAt: number
  /** The SHA-256 of the whole file; null until the upload is complete. */
  readonly sha256: Buffer | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

const columns = sql`id, user_id, hash, name, total, received, part_at, sha256, created_at, updated_at`

function toFile(row: Row): TemporaryFile {
  return {
    id: row.id,
    userId: row.user_id,
    hash: row.hash,
    name: row.name,
    total: Number(row.total),
    received: Number(row.received),
    partAt: Number(row.part_at),
    sha256: row.sha256,
    createdAtMs: Date.parse(row.created_at),
    updatedAtMs: Date.parse(row.updated_at),
  }
}

/** Returns the user's upload with this hash, complete or not; undefined when there is none or it has expired. */
export async function temporaryFile(
  reader: Reader,
  userId: string,
  hash: string,
  now: Date,
): Promise<TemporaryFile | undefined> {
  const row = await reader.row<Row>(sql`
    select ${columns} from temporary_file
    where user_id = ${userId} and hash = ${hash} and greatest(expires_at, pinned_until) > ${now}`)
  return row && toFile(row)
}

/**
 * Returns the user's upload with this hash as `file`, or whether there is one that has expired. Its row is in the way
 * of a new upload with the same hash.
 */
export async function findTemporaryFile(
  reader: Reader,
  userId: string,
  hash: string,
  now: Date,
): Promise<{ file: TemporaryFile | undefined; isExpired: boolean }> {
  const row = await reader.row<Row & { is_expired: boolean }>(sql`
    select ${columns}, greatest(expires_at, pinned_until) <= ${now} as is_expired from temporary_file
    where user_id = ${userId} and hash = ${hash}`)
  const isExpired = row?.is_expired === true
  return { file: row && !isExpired ? toFile(row) : undefined, isExpired }
}

/** Returns the user's upload with this id, complete or not; undefined when there is none or it has expired. */
export async function temporaryFileById(
  reader: Reader,
  userId: string,
  id: string,
  now: Date,
): Promise<TemporaryFile | undefined> {
  const row = await reader.row<Row>(sql`
    select ${columns} from temporary_file
    where id = ${id} and user_id = ${userId} and greatest(expires_at, pinned_until) > ${now}`)
  return row && toFile(row)
}

export interface NewTemporaryFile
  extends Pick<TemporaryFile, 'id' | 'userId' | 'hash' | 'name' | 'total' | 'received'> {
  readonly sha256: Buffer | null
}

/** Inserts an upload. Returns undefined when the user already has one with this hash. */
export async function insertTemporaryFile(
  tx: Tx,
  file: NewTemporaryFile,
  now: Date,
  expiresAt: Date,
): Promise<TemporaryFile | undefined> {
  const row = await tx.row<Row>(sql`
    insert into temporary_file
      (id, user_id, hash, name, total, received, part_at, sha256, created_at, updated_at, expires_at)
    values (${file.id}, ${file.userId}, ${file.hash}, ${file.name}, ${file.total}, ${file.received}, 0, ${file.sha256},
      ${now}, ${now}, ${expiresAt})
    on conflict (user_id, hash) do nothing
    returning ${columns}`)
  return row && toFile(row)
}

/** Sets the number of received bytes back to `to`, before the last part is written again. */
export async function rewind(tx: Tx, id: string, to: number): Promise<void> {
  await tx.rows(sql`update temporary_file set received = ${to} where id = ${id}`)
}

/**
 * Records a part that is on the disk. `sha256` is the hash of the whole file after the last part, otherwise null.
 * Returns undefined when the upload is gone.
 */
export async function addPart(
  tx: Tx,
  id: string,
  part: { at: number; received: number; sha256: Buffer | null; now: Date; expiresAt: Date },
): Promise<TemporaryFile | undefined> {
  const row = await tx.row<Row>(sql`
    update temporary_file
    set part_at = ${part.at}, received = ${part.received}, sha256 = ${part.sha256}, updated_at = ${part.now},
      expires_at = ${part.expiresAt}
    where id = ${id}
    returning ${columns}`)
  return row && toFile(row)
}

/** Deletes the user's upload with this hash if it is incomplete or has expired; returns its id. */
export async function deleteUnfinished(tx: Tx, userId: string, hash: string, now: Date): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    delete from temporary_file where user_id = ${userId} and hash = ${hash}
      and (sha256 is null or greatest(expires_at, pinned_until) <= ${now})
    returning id`)
  return row?.id
}

/** Keeps an upload at least until `until`, also beyond its expiry. Returns false when the upload is gone. */
export async function pinTemporaryFile(tx: Tx, id: string, until: Date): Promise<boolean> {
  const row = await tx.row(sql`
    update temporary_file set pinned_until = greatest(pinned_until, ${until}) where id = ${id} returning id`)
  return row !== undefined
}

/** Deletes the uploads that have expired and are not pinned, and returns their ids. */
export async function deleteExpired(tx: Tx, now: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    delete from temporary_file where expires_at <= ${now} and (pinned_until is null or pinned_until <= ${now})
    returning id`)
  return rows.map(({ id }) => id)
}

/** Returns the names that are ids of uploads; the folder may also hold names that are not ids. */
export async function knownAmong(reader: Reader, names: readonly string[]): Promise<Set<string>> {
  const rows = await reader.rows<{ id: string }>(
    sql`select id from temporary_file where id::text = any(${names}::text[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Locks a complete upload so that it can be made permanent. Returns false when the upload is gone. */
export async function lockTemporaryFile(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.row(sql`select from temporary_file where id = ${id} and sha256 is not null for update`)
  return row !== undefined
}

/**
 * Deletes an upload that was made permanent. Returns false when the upload is pinned, because an operation still reads
 * it.
 */
export async function deleteUnpinned(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx.row(sql`
    delete from temporary_file where id = ${id} and (pinned_until is null or pinned_until <= ${now}) returning id`)
  return row !== undefined
}

/** Deletes the row of an upload whose bytes are missing. */
export async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from temporary_file where id = ${id}`)
}

/** Deletes the rows of all uploads, whose bytes are not part of a backup. */
export async function forgetUploads(tx: Tx): Promise<void> {
  await tx.rows(sql`delete from temporary_file`)
}
