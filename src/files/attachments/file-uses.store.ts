import type { Tx } from '../../foundation/db/database.ts'
import { join, literal, nothing, type Sql, sql } from '../../foundation/db/sql.ts'
import { type FilePlace, isId } from '../../values/index.ts'

/** Selects the files that the element `row` names in these fields, as rows `(field, file)`. */
function usesOf(places: readonly FilePlace[], row: Sql): Sql {
  const paths = places.map(({ code, jsonPath }) => sql`(${literal(code)}, ${literal(jsonPath)}::jsonpath)`)
  // Values that are not ids are skipped; they are from the time before the field held files.
  return sql`(select distinct p.field, (f.value #>> '{}')::uuid as file
    from (values ${join(paths)}) p(field, path) cross join lateral jsonb_path_query(${row}.body, p.path) f(value)
    where ${isId(sql`(f.value #>> '{}')`)})`
}

/** Returns a part of a WITH statement that records the files named by new elements (`inserted`). */
export function usesOfInserted(places: readonly FilePlace[]): Sql {
  if (places.length === 0) return nothing
  return sql`uses as (
      insert into file_use (app, element, field, file)
      select e.app, e.id, u.field, u.file from inserted e cross join lateral ${usesOf(places, sql`e`)} u
    ),`
}

/**
 * Returns parts of a WITH statement that update the recorded files of changed elements (`changed`, after the change).
 * Only the given fields are updated.
 */
export function usesOfChanged(places: readonly FilePlace[]): Sql {
  if (places.length === 0) return nothing
  const fields = places.map(({ code }) => code)
  return sql`uses_now as (
      select e.app, e.id, u.field, u.file from changed e cross join lateral ${usesOf(places, sql`e`)} u
    ), uses_gone as (
      delete from file_use g using changed e
      where g.app = e.app and g.element = e.id and g.field = any (${fields}::text[]) and not exists (
        select from uses_now n where n.app = g.app and n.id = g.element and n.field = g.field and n.file = g.file)
    ), uses_come as (
      insert into file_use (app, element, field, file) select * from uses_now on conflict do nothing
    ),`
}

/**
 * Records that data about an element, such as an answer of a sheet, holds a file. `field` is a name that begins with
 * `__`, in place of the code of a field. Users who may read the element may read the file.
 */
export async function recordUse(
  tx: Tx,
  { app, element, field, file }: { app: string; element: string; field: string; file: string },
): Promise<void> {
  await tx.rows(sql`
    insert into file_use (app, element, field, file) values (${app}, ${element}, ${field}, ${file})
    on conflict do nothing`)
}

/**
 * Rebuilds the records of the files that fields of elements hold, for all elements of an application, for example
 * after file fields were added or removed. Keeps what `recordUse` has recorded.
 */
export async function refillUses(tx: Tx, app: string, places: readonly FilePlace[]): Promise<void> {
  await tx.rows(sql`delete from file_use where app = ${app} and field not like '\\_\\_%'`)
  if (places.length === 0) return
  await tx.rows(sql`
    insert into file_use (app, element, field, file)
    select e.app, e.id, u.field, u.file from element e cross join lateral ${usesOf(places, sql`e`)} u
    where e.app = ${app}`)
}
