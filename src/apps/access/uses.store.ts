import type { Reader } from '../../db/database.ts'
import { Bound, type Sql, sql } from '../../db/sql.ts'

/** Where access speaks of something: `the rules of ref.products`, `rights to 3 elements of ref.products`. */
export interface AccessUse {
  readonly name: string
}

/** A group by its id and path, or an item of the chart by its id alone. */
export interface Ruled {
  readonly id: string
  /** `namespace.code`, in lower case. */
  readonly path?: string
}

/** Every place that would speak of nobody if this were deleted. */
export async function usesInAccess(reader: Reader, { id, path }: Ruled): Promise<AccessUse[]> {
  const names = new Bound([id, path ?? id])
  // Rules take a path and an id in any case, and are kept as they were written.
  const speaks = (rules: Sql): Sql => sql`exists (
    select from jsonb_path_query(${rules}, 'lax $.** ? (@.type() == "string")') text
    where lower(text #>> '{}') = any (${names}::text[]))`
  return reader.rows<AccessUse>(sql`
    select 'the rules of ' || s.path as name from access_setting s
    where ${speaks(sql`s.setting`)}
    union
    select 'the rules of ' || a.namespace || '.' || a.code from application a
    where a.deleted_at is null and ${speaks(sql`a.definition -> 'access'`)}
    union
    select 'the rules of ' || n.code from namespace n
    where n.deleted_at is null and ${speaks(sql`n.visible_to`)}
    union
    select 'rights to ' || count(*) || ' elements of ' || a.namespace || '.' || a.code
    from access_grant g join application a on a.id = g.space where g.subject = ${id} group by a.namespace, a.code
    order by 1`)
}
