import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import type { Source } from '../../query/index.ts'
import { fileSource } from '../permanent/file-source.ts'
import type { FreeName } from '../permanent/free-names.ts'
import { type FileCaller, mayFile } from '../rights.store.ts'

export interface DeletedFile {
  readonly directory: string
  /** Whether the caller has the right to delete the file, which includes the right to restore it. */
  readonly mayRestore: boolean
  /** Whether the caller may remove the file permanently: its author and administrators may. */
  readonly mayPurge: boolean
  /** Whether the caller sees the file in the list of the recycle bin. */
  readonly sees: boolean
}

/**
 * Returns a condition: the caller created or deleted the file, or is an administrator. A deleted row is never
 * updated, so its `updated_by` is the user who deleted it.
 */
function seesDeleted(caller: Caller, row: Sql): Sql {
  return caller.administrator ? sql`true` : sql`${caller.userId} in (${row}.created_by, ${row}.updated_by)`
}

/** Returns the source of the recycle bin as the caller sees it, most recently deleted first. */
export function deletedSource(caller: FileCaller): Source {
  return {
    ...fileSource(caller),
    scope: (row) => seesDeleted(caller, row),
    live: (row) => sql`${row}.deleted_at is not null`,
    order: (row) => sql`${row}.deleted_at desc, ${row}.id desc`,
  }
}

/** Returns a file in the recycle bin, whether or not the caller sees it; undefined when it is not in the bin. */
export async function deletedFile(reader: Reader, caller: FileCaller, id: string): Promise<DeletedFile | undefined> {
  const row = sql`f`
  return reader.row<DeletedFile>(sql`
    select f.directory::text, ${mayFile(caller, row, 'delete')} as "mayRestore",
      (${caller.administrator} or f.created_by = ${caller.userId}) as "mayPurge", ${seesDeleted(caller, row)} as sees
    from ${fileSource(caller).relation} f where f.id = ${id} and f.deleted_at is not null`)
}

/**
 * Returns a condition: the file was deleted before `before`, no element names it, and no legal hold keeps it.
 */
const isOld = (before: Date): Sql => sql`(deleted_at < ${before} and not is_held_file(file.id)
  and not exists (select from file_use u where u.file = file.id))`

/**
 * Returns the ids of files deleted before `before` that no element names and no legal hold keeps, longest deleted
 * first.
 */
export async function expiredDeleted(reader: Reader, before: Date, limit: number): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select id::text from file where deleted_at is not null and ${isOld(before)} order by deleted_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

export interface LockedDeleted {
  readonly name: string
  readonly directory: string
}

/**
 * Locks a file in the recycle bin and returns it. Returns undefined when the file is not in the bin, or, with
 * `before`, when it was deleted later, an element names it, or a legal hold keeps it.
 */
export async function lockDeleted(tx: Tx, id: string, before?: Date): Promise<LockedDeleted | undefined> {
  const old = before === undefined ? sql`` : sql`and ${isOld(before)}`
  return tx.row<LockedDeleted>(sql`
    select name, directory::text from file where id = ${id} and deleted_at is not null ${old} for update`)
}

/** Takes a file out of the recycle bin, under a free name. */
export async function restoreFile(tx: Tx, file: FreeName & { id: string }, by: string, now: Date): Promise<void> {
  const { id, name, nameKey } = file
  await tx.rows(sql`
    update file set deleted_at = null, name = ${name}, name_key = ${nameKey}, updated_at = ${now},
      updated_by = ${by}
    where id = ${id}`)
}

/** Deletes a file with its versions permanently. A later sweep removes bytes that nothing names any more. */
export async function purgeFile(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from file_version where file = ${id}`)
  await tx.rows(sql`delete from file where id = ${id}`)
}
