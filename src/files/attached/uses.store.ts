import type { Tx } from '../../db/database.ts'
import { join, literal, nothing, type Sql, sql } from '../../db/sql.ts'
import { type FilePlace, isId } from '../../fields/index.ts'

/** The files that `row`, an element, names in these places: rows `(field, file)`. */
function usesOf(places: readonly FilePlace[], row: Sql): Sql {
  const paths = places.map(({ code, jsonPath }) => sql`(${literal(code)}, ${literal(jsonPath)}::jsonpath)`)
  // What is no id was there before the field held files.
  return sql`(select distinct p.field, (f.value #>> '{}')::uuid as file
    from (values ${join(paths)}) p(field, path) cross join lateral jsonb_path_query(${row}.body, p.path) f(value)
    where ${isId(sql`(f.value #>> '{}')`)})`
}

/** Part of a WITH in which `inserted` are new elements. */
export function usesOfInserted(places: readonly FilePlace[]): Sql {
  if (places.length === 0) return nothing
  return sql`uses as (
      insert into file_use (app, element, field, file)
      select e.app, e.id, u.field, u.file from inserted e cross join lateral ${usesOf(places, sql`e`)} u
    ),`
}

/** Part of a WITH in which `changed` are elements as they are now; of these places only. */
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

/** Makes all of an application anew, as when fields of files came or went. */
export async function refillUses(tx: Tx, app: string, places: readonly FilePlace[]): Promise<void> {
  await tx.rows(sql`delete from file_use where app = ${app}`)
  if (places.length === 0) return
  await tx.rows(sql`
    insert into file_use (app, element, field, file)
    select e.app, e.id, u.field, u.file from element e cross join lateral ${usesOf(places, sql`e`)} u
    where e.app = ${app}`)
}
