import type { Reader, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Caller } from '../../people/index.ts'
import type { Source } from '../../query/index.ts'
import { fileSource } from '../permanent/file-source.ts'
import type { FreeName } from '../permanent/free-name.ts'
import { type FileCaller, mayFile } from '../rights.store.ts'

export interface DeletedFile {
  readonly directory: string
  /** May the caller delete files there, and so restore them? */
  readonly mayRestore: boolean
  /** Made it, or is an administrator. */
  readonly mayPurge: boolean
  /** Finds it in the list of what is in the bin. */
  readonly sees: boolean
}

/** A deleted row is not written to any more, so who changed it last deleted it. */
function seesDeleted(caller: Caller, row: Sql): Sql {
  return caller.administrator ? sql`true` : sql`${caller.userId} in (${row}.created_by, ${row}.updated_by)`
}

/** What is in the recycle bin for the caller, as something that can be queried; what came last comes first. */
export function deletedSource(caller: FileCaller): Source {
  return {
    ...fileSource(caller),
    scope: (row) => seesDeleted(caller, row),
    live: (row) => sql`${row}.deleted_at is not null`,
    order: (row) => sql`${row}.deleted_at desc, ${row}.id desc`,
  }
}

export async function deletedFile(reader: Reader, caller: FileCaller, id: string): Promise<DeletedFile | undefined> {
  const row = sql`f`
  return reader.row<DeletedFile>(sql`
    select f.directory::text, ${mayFile(caller, row, 'delete')} as "mayRestore",
      (${caller.administrator} or f.created_by = ${caller.userId}) as "mayPurge", ${seesDeleted(caller, row)} as sees
    from ${fileSource(caller).relation} f where f.id = ${id} and f.deleted_at is not null`)
}

/** What leaves by itself: it lies there since before then, and no element names it. */
const isOld = (before: Date): Sql =>
  sql`(deleted_at < ${before} and not exists (select from file_use u where u.file = file.id))`

/** Ids of files, those first that lie there longest. */
export async function oldInBin(reader: Reader, before: Date, limit: number): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select id::text from file where deleted_at is not null and ${isOld(before)} order by deleted_at limit ${limit}`)
  return rows.map(({ id }) => id)
}

export interface HeldDeleted {
  readonly name: string
  readonly directory: string
}

/** A file in the bin under a lock, if it lies there since `before`; undefined when it does not. */
export async function holdDeleted(tx: Tx, id: string, before?: Date): Promise<HeldDeleted | undefined> {
  const old = before === undefined ? sql`` : sql`and ${isOld(before)}`
  return tx.row<HeldDeleted>(sql`
    select name, directory::text from file where id = ${id} and deleted_at is not null ${old} for update`)
}

export async function restoreFile(tx: Tx, id: string, free: FreeName, by: string, now: Date): Promise<void> {
  await tx.rows(sql`
    update file set deleted_at = null, name = ${free.name}, name_key = ${free.nameKey}, updated_at = ${now},
      updated_by = ${by}
    where id = ${id}`)
}

/** For good. Bytes that nothing names any more are removed later. */
export async function purgeFile(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from file_version where file = ${id}`)
  await tx.rows(sql`delete from file where id = ${id}`)
}
