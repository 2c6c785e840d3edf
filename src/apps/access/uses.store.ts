import type { Reader } from '../../db/database.ts'
import { Bound, sql } from '../../db/sql.ts'

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
  const named = new Bound(JSON.stringify({ id, path: path ?? id }))
  const speaks = sql`'lax $.** ? (@.type() == "string" && (@ == $id || @ == $path))'`
  return reader.rows<AccessUse>(sql`
    select 'the rules of ' || s.path as name from access_setting s
    where jsonb_path_exists(s.setting, ${speaks}, ${named}::jsonb)
    union
    select 'the rules of ' || a.namespace || '.' || a.code from application a
    where a.deleted_at is null and jsonb_path_exists(a.definition -> 'access', ${speaks}, ${named}::jsonb)
    union
    select 'the rules of ' || n.code from namespace n
    where n.deleted_at is null and jsonb_path_exists(n.visible_to, ${speaks}, ${named}::jsonb)
    union
    select 'rights to ' || count(*) || ' elements of ' || a.namespace || '.' || a.code
    from access_grant g join application a on a.id = g.space where g.subject = ${id} group by a.namespace, a.code
    order by 1`)
}
