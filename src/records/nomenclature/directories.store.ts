import type { Reader, Tx } from '../../foundation/db/database.ts'
import { nothing, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import { directorySource } from './directory-source.ts'
import { mayOffice } from './office-access.ts'

export interface DirectoryRow {
  readonly id: string
  readonly kind: 'place' | 'section'
  readonly name: string
  readonly code: string | null
  readonly parent: string | null
  readonly office: string
  readonly mayAdminister: boolean
  /** The directory as JSON text. */
  readonly view: string
}

/**
 * Returns an office or section; undefined when it does not exist or the caller may not see it. With `lock`, the row is
 * locked until the transaction ends.
 */
export async function directoryById(
  reader: Reader,
  caller: Caller,
  id: string,
  lock?: 'lock',
): Promise<DirectoryRow | undefined> {
  const row = sql`d`
  return reader.row<DirectoryRow>(sql`
    select d.id, d.kind, d.name, d.code, d.parent, d.office, ${mayOffice(caller, row, 'administer')} as "mayAdminister",
      ${directorySource(caller).whole(row)} as view
    from nomenclature_directory d
    where d.id = ${id} and d.deleted_at is null and ${mayOffice(caller, row, 'view')}
    ${lock === undefined ? nothing : sql`for update`}`)
}

type NewDirectory = Pick<DirectoryRow, 'id' | 'kind' | 'name' | 'code' | 'parent' | 'office'>

export async function insertDirectory(tx: Tx, directory: NewDirectory, by: string, at: Date): Promise<void> {
  const { id, kind, name, code, parent, office } = directory
  await tx.rows(sql`
    insert into nomenclature_directory (id, kind, name, code, parent, office, created_at, created_by, updated_at, updated_by)
    values (${id}, ${kind}, ${name}, ${code}, ${parent}, ${office}, ${at}, ${by}, ${at}, ${by})`)
}

export async function changeDirectory(
  tx: Tx,
  { id, name, code, parent }: Pick<DirectoryRow, 'id' | 'name' | 'code' | 'parent'>,
  by: string,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update nomenclature_directory set name = ${name}, code = ${code}, parent = ${parent}, updated_at = ${at}, updated_by = ${by}
    where id = ${id}`)
}

export async function deleteDirectory(tx: Tx, id: string, by: string, at: Date): Promise<void> {
  await tx.rows(sql`
    update nomenclature_directory set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by} where id = ${id}`)
}

/** Returns whether a directory contains sections or cases. */
export async function hasContent(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.row<{ has: boolean }>(sql`
    select exists (select from nomenclature_directory d where d.parent = ${id} and d.deleted_at is null)
      or exists (select from nomenclature_case c where c.directory = ${id} and c.deleted_at is null) as has`)
  return row!.has
}

/** Locks an office, so that two concurrent moves of its sections cannot create a cycle. */
export async function lockOffice(tx: Tx, office: string): Promise<void> {
  await tx.rows(sql`select id from nomenclature_directory where id = ${office} for update`)
}

/** Returns the ids of a directory and of everything above it. */
export async function pathOf(reader: Reader, id: string): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    with recursive up as (
      select d.id, d.parent from nomenclature_directory d where d.id = ${id}
      union select d.id, d.parent from nomenclature_directory d join up on d.id = up.parent
    ) select id from up`)
  return rows.map((row) => row.id)
}

/** Returns the codes of the directory of a case and of its office. */
export async function directoryCodes(
  reader: Reader,
  directory: string,
  office: string,
): Promise<{ readonly directory: string | null; readonly office: string | null } | undefined> {
  return reader.row(sql`
    select d.code as directory, o.code as office from nomenclature_directory d, nomenclature_directory o
    where d.id = ${directory} and o.id = ${office}`)
}
