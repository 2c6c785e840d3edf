import type { Reader, Tx } from '../../foundation/db/database.ts'
import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'
import type { FileView } from '../file-view.ts'
import { type FileAction, type FileCaller, mayFile } from '../rights.store.ts'
import { fileSource } from './file-source.ts'

/** A file visible to the caller. */
export interface OpenFile {
  readonly view: FileView
  /** The SHA-256 of the current version in lower-case hex. */
  readonly sha256: string
  readonly mime: string
  /** Whether the caller may do the action that was passed to the lookup. */
  readonly may: boolean
}

async function find(reader: Reader, caller: FileCaller, which: Sql, action: FileAction): Promise<OpenFile | undefined> {
  const source = fileSource(caller)
  const row = sql`f`
  const found = await reader.row<{ view: string; sha256: string; mime: string; may: boolean }>(sql`
    select ${source.whole(row)} as view, encode(f.sha256, 'hex') as sha256, f.mime, ${mayFile(caller, row, action)} as may
    from ${source.relation} f where ${source.live(row)} and (${source.scope(row)}) and ${which}`)
  return found && { ...found, view: JSON.parse(found.view) as FileView }
}

/** Returns the file with this id; undefined when it is deleted or not visible to the caller. */
export function fileById(
  reader: Reader,
  caller: FileCaller,
  id: string,
  action: FileAction = 'view',
): Promise<OpenFile | undefined> {
  return find(reader, caller, sql`f.id = ${id}`, action)
}

/**
 * Returns the file with this id, or else the file that was uploaded under this hash. Several users may have chosen the
 * same hash: the caller's newest file comes first, then the oldest file of others, so that nobody can replace a known
 * file by uploading another one later.
 */
export function fileByHash(
  reader: Reader,
  caller: FileCaller,
  hash: string,
  action: FileAction = 'view',
): Promise<OpenFile | undefined> {
  const given = new Bound(hash)
  const own = sql`f.created_by = ${caller.userId}`
  const which = sql`(f.id = ${given} or f.hash = ${given})
    order by f.id = ${given} desc, ${own} desc, case when ${own} then f.created_at end desc, f.created_at limit 1`
  return find(reader, caller, which, action)
}

/**
 * Returns, in their order, those of the ids that belong to no file visible to the caller. A deleted file is not visible.
 */
export async function unseenFiles(reader: Reader, caller: FileCaller, ids: readonly string[]): Promise<string[]> {
  const source = fileSource(caller)
  const row = sql`f`
  const rows = await reader.rows<{ id: string }>(sql`
    select w.id::text from unnest(${ids}::uuid[]) with ordinality w(id, place) where not exists (
      select from ${source.relation} f where f.id = w.id and ${source.live(row)} and (${source.scope(row)}))
    order by w.place`)
  return rows.map(({ id }) => id)
}

/** Returns those of the name keys that files of the directory have; ignores the file `but`. */
export async function takenNames(
  tx: Tx,
  directory: string,
  keys: readonly string[],
  but: string,
): Promise<Set<string>> {
  const rows = await tx.rows<{ name: string }>(sql`
    select name_key as name from file
    where directory = ${directory} and deleted_at is null and name_key = any (${keys}::text[]) and id <> ${but}`)
  return new Set(rows.map(({ name }) => name))
}

interface NewLocation {
  readonly id: string
  readonly directory: string
  readonly name: string
  readonly nameKey: string | null
}

/** Locks a file and returns its directory and name; undefined when it does not exist or is deleted. */
export async function lockFile(tx: Tx, id: string): Promise<{ directory: string; name: string } | undefined> {
  return tx.row<{ directory: string; name: string }>(sql`
    select directory::text, name from file where id = ${id} and deleted_at is null for update`)
}

/** Changes the directory and the name of a file. */
export async function placeFile(tx: Tx, to: NewLocation, by: string, now: Date): Promise<void> {
  await tx.rows(sql`
    update file set directory = ${to.directory}, name = ${to.name}, name_key = ${to.nameKey}, updated_at = ${now},
      updated_by = ${by}
    where id = ${to.id}`)
}

/** Moves a file into the recycle bin; its versions and their bytes are kept. */
export async function markDeleted(tx: Tx, id: string, by: string, now: Date): Promise<void> {
  await tx.rows(sql`
    update file set deleted_at = ${now}, updated_at = ${now}, updated_by = ${by} where id = ${id}`)
}

/**
 * Returns the SHA-256, the size in bytes and the media type of one version; undefined when there is no such version.
 */
export async function versionBytes(
  reader: Reader,
  file: string,
  no: number,
): Promise<{ sha256: string; size: number; mime: string } | undefined> {
  const row = await reader.row<{ sha256: string; size: string; mime: string }>(sql`
    select encode(sha256, 'hex') as sha256, size, mime from file_version where file = ${file} and no = ${no}`)
  return row && { ...row, size: Number(row.size) }
}
