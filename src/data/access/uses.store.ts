import type { Reader } from '../../foundation/db/database.ts'
import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'

/**
 * A place in access rules or grants that names a subject: `the rules of ref.products`, `rights to 3 elements of
 * ref.products`.
 */
export interface AccessUse {
  readonly name: string
}

/** A group with its id and path, or an item of the chart with its id alone. */
export interface NamedSubject {
  readonly id: string
  /** The path `namespace.code` in lower case. */
  readonly path?: string
}

/**
 * Returns the rules and grants that name a group or an item of the chart, and that would become dangling if the group
 * or item were deleted.
 */
export async function usesInAccess(reader: Reader, { id, path }: NamedSubject): Promise<AccessUse[]> {
  const names = new Bound([id, path ?? id])
  // Rules are stored as written, and accept paths and ids in upper or lower case.
  const isNamedIn = (rules: Sql): Sql => sql`exists (
    select from jsonb_path_query(${rules}, 'lax $.** ? (@.type() == "string")') text
    where lower(text #>> '{}') = any (${names}::text[]))`
  return reader.rows<AccessUse>(sql`
    select 'the rules of ' || s.path as name from access_setting s
    where ${isNamedIn(sql`s.setting`)}
    union
    select 'the rules of ' || a.namespace || '.' || a.code from application a
    where a.deleted_at is null and ${isNamedIn(sql`a.definition -> 'access'`)}
    union
    select 'the rules of the contract ' || c.namespace || '.' || c.code from contract c
    where ${isNamedIn(sql`c.definition -> 'access'`)}
    union
    select 'the rules of ' || n.code from namespace n
    where n.deleted_at is null and ${isNamedIn(sql`n.visible_to`)}
    union
    select 'rights to ' || count(*) || ' elements of ' || a.namespace || '.' || a.code
    from access_grant g join application a on a.id = g.space where g.subject = ${id} group by a.namespace, a.code
    order by 1`)
}
