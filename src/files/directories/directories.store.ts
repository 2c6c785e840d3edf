import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { type FileCaller, mayDirectory } from '../rights.store.ts'
import { directorySource } from './directory-source.ts'

export interface OpenDirectory {
  readonly id: string
  /** The directory as JSON text. */
  readonly view: string
  readonly parents: readonly string[]
  /** Whether the caller may create files and directories in this directory. */
  readonly mayCreate: boolean
}

/** Returns a directory; undefined when it does not exist or is not visible to the caller. */
export async function openDirectory(
  reader: Reader,
  caller: FileCaller,
  id: string,
): Promise<OpenDirectory | undefined> {
  const source = directorySource(caller)
  const row = sql`d`
  return reader.row<OpenDirectory>(sql`
    select d.id::text, ${source.whole(row)} as view, d.parents::text[] as parents,
      ${mayDirectory(caller, row, 'create')} as "mayCreate"
    from directory d where d.id = ${id} and ${source.live(row)} and ${source.scope(row)}`)
}

/**
 * Locks a directory until the transaction ends, so that the directory isn't removed while something is put into it.
 * `exclusive` also keeps other transactions from putting anything into it. Returns undefined when the directory was
 * removed.
 */
export async function lockDirectory(
  tx: Tx,
  id: string,
  how: 'exclusive' | 'shared' = 'shared',
): Promise<{ uniqueNames: boolean } | undefined> {
  const lock = how === 'exclusive' ? sql`for no key update` : sql`for share`
  return tx.row<{ uniqueNames: boolean }>(sql`
    select unique_names as "uniqueNames" from directory where id = ${id} and deleted_at is null ${lock}`)
}

export interface NewDirectory {
  readonly id: string
  readonly parent: string
  readonly parents: readonly string[]
  readonly name: string
  readonly nameKey: string
  readonly uniqueNames: boolean
}

/** Inserts a directory. Returns false when its name is taken in the parent. */
export async function insertDirectory(tx: Tx, directory: NewDirectory, by: string, now: Date): Promise<boolean> {
  const { id, parent, parents, name, nameKey, uniqueNames } = directory
  const row = await tx.row(sql`
    insert into directory
      (id, parent, parents, name, name_key, unique_names, created_at, created_by, updated_at, updated_by)
    values (${id}, ${parent}, ${parents}::uuid[], ${name}, ${nameKey}, ${uniqueNames}, ${now}, ${by}, ${now}, ${by})
    on conflict (parent, name_key) where deleted_at is null do nothing
    returning id`)
  return row !== undefined
}
