import { entryInsert } from '../../foundation/audit/index.ts'
import type { Tx } from '../../foundation/db/database.ts'
import { Bound, nothing, type Sql, sql } from '../../foundation/db/sql.ts'
import { keyOf } from '../../foundation/idempotency/index.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { nameKey } from '../directories/entry-names.ts'

/** A version of a file; its bytes are in the blob store. */
export interface NewVersion {
  readonly file: string
  readonly no: number
  readonly sha256: Buffer
  /** The size in bytes. */
  readonly size: number
  readonly mime: string
  /** The hash of the upload from which the version was made. */
  readonly hash: string
}

export interface NewFile {
  readonly id: string
  readonly directory: string
  readonly name: string
  readonly originalName: string
  readonly version: Omit<NewVersion, 'file' | 'no'>
  /** The id of the upload that the file replaces; undefined for an upload that has no row. */
  readonly upload?: string | undefined
}

interface InsertedFile {
  /** Whether the complete upload exists; always true for an upload that has no row. */
  readonly hasUpload: boolean
  /** Whether the names in the directory are unique; null when the directory was removed or there is no upload. */
  readonly uniqueNames: boolean | null
  /** False when the name is taken, and when the upload or the directory does not exist. */
  readonly isInserted: boolean
  /** Whether the upload was deleted. An upload stays when it is pinned, because an operation still reads it. */
  readonly isUploadDeleted: boolean
}

/**
 * Inserts a file with its first version, the request to extract its text and its audit entry, and deletes its upload,
 * in one statement. The directory is locked first, so that it is not removed meanwhile. With `once`, the idempotency
 * key of the request is stored, too. Nothing is written when the upload or the directory does not exist or the name is
 * taken.
 */
export async function insertFile(
  tx: Tx,
  caller: Caller,
  { id, directory, name, originalName, version, upload }: NewFile,
  { at, once }: { at: Date; once: Caller['once'] },
): Promise<InsertedFile> {
  const [by, now] = [new Bound(caller.userId), new Bound(at)]
  const { sha256, size, hash } = version
  const audited = { name, directory, size, sha256: sha256.toString('hex') }
  const note = { object: sql`${`file:${id}`}::text`, after: sql`${audited}::jsonb`, rows: sql`added` }
  const isListed = upload !== undefined
  const row = await tx.row<InsertedFile>(sql`
    with ${isListed ? lockedUpload(upload) : nothing} around as materialized (
      select d.id, d.unique_names from directory d
      where d.id = ${directory} and d.deleted_at is null ${isListed ? sql`and exists (select from upload)` : nothing} for share
    ), added as (
      insert into file
        (id, directory, name, name_key, original_name, hash, version, created_at, created_by, updated_at, updated_by)
      select ${id}::uuid, around.id, ${name}::text, case when around.unique_names then ${nameKey(name)}::text end,
        ${originalName}::text, ${hash}::uuid, 1, ${now}::timestamptz, ${by}::uuid, ${now}::timestamptz, ${by}::uuid
      from around
      on conflict (directory, name_key) where deleted_at is null do nothing
      returning id
    ), ${versionParts({ no: 1, ...version }, sql`select id from added`, by, now)}, ${keyOf(once, sql`added`)} noted as (
      ${entryInsert(caller, newId(), note)}
    ) ${isListed ? deletedUpload(now) : nothing}
    select ${isListed ? sql`exists (select from upload)` : sql`true`} as "hasUpload",
      (select unique_names from around) as "uniqueNames", exists (select from added) as "isInserted",
      ${isListed ? sql`exists (select from used_up)` : sql`true`} as "isUploadDeleted"`)
  return row!
}

const lockedUpload = (id: string): Sql => sql`upload as materialized (
      select t.id from temporary_file t where t.id = ${id} and t.sha256 is not null for update
    ),`

/** Returns the part that deletes the upload unless an operation still reads it. */
const deletedUpload = (now: Bound): Sql => sql`, used_up as (
      delete from temporary_file t using upload
      where t.id = upload.id and exists (select from added) and (t.pinned_until is null or t.pinned_until <= ${now})
      returning t.id
    )`

export async function insertVersion(tx: Tx, { file, ...version }: NewVersion, by: string, now: Date): Promise<void> {
  const id = sql`select ${file}::uuid as id`
  await tx.rows(sql`with ${versionParts(version, id, new Bound(by), new Bound(now))} select`)
}

/**
 * Returns the parts of a WITH statement that insert a version of the file whose id `file` selects. The text of the
 * version is extracted later, and only once for versions with equal bytes.
 */
function versionParts(
  { no, sha256, size, mime, hash }: Omit<NewVersion, 'file'>,
  file: Sql,
  by: Bound,
  now: Bound,
): Sql {
  return sql`version as (
      insert into file_version (file, no, sha256, size, mime, hash, created_at, created_by)
      select id, ${no}::int, ${sha256}::bytea, ${size}::bigint, ${mime}::text, ${hash}::uuid, ${now}::timestamptz, ${by}::uuid
      from (${file}) f
      returning sha256
    ), waiting as (
      insert into blob_text (sha256, owner) select sha256, ${by}::uuid from version on conflict do nothing
    )`
}
