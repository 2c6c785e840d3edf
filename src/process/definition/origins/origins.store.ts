import type { Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Program } from '../../engine/index.ts'
import { everyVariable, linksTo, type OriginLink } from './origin-links.ts'
import type { VariableOrigin } from './program-origins.ts'

/** Stores that variables of an instance hold values of an element's fields. Known origins are kept. */
export async function insertOrigins(
  tx: Tx,
  { instance, app, element }: { readonly instance: string; readonly app: string; readonly element: string },
  origins: readonly VariableOrigin[],
): Promise<void> {
  await tx.rows(sql`
    insert into process_origin (instance, variable, app, element, field)
    select ${instance}, x.variable, ${app}, ${element}, x.field
    from jsonb_to_recordset(${JSON.stringify(origins)}::jsonb) x (variable text, field text)
    on conflict do nothing`)
}

/** Returns the statement that gives the targets of links, in rows `x` of a table, the origins of their sources. */
export function originsOfLinks(table: Sql): Sql {
  return sql`
    insert into process_origin (instance, variable, app, element, field)
    select distinct x."to", x.target, o.app, o.element, o.field
    from ${table} join process_origin o on o.instance = x."from" and x.source in (o.variable, ${everyVariable})
    on conflict do nothing`
}

/** Stores links: the target of each link gets the origins of its source. */
async function insertLinks(tx: Tx, links: readonly OriginLink[]): Promise<void> {
  if (links.length === 0) return
  await tx.rows(
    originsOfLinks(
      sql`jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as x("from" uuid, source text, "to" uuid, target text)`,
    ),
  )
}

/** Stores that an instance holds values that another instance has sent. Without a sender, nothing is stored. */
export async function passOrigins(
  tx: Tx,
  program: Program,
  { from, to, values }: { readonly from: string | undefined; readonly to: string; readonly values: object },
): Promise<void> {
  if (from === undefined) return
  const given = Object.keys(values).map((name) => ({ sources: [name], name }))
  await insertLinks(tx, linksTo(program, { from, to }, given))
}
