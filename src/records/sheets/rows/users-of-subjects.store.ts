import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'

/** A user, group or item of the organisation chart whose users are asked to answer. */
export interface SubjectRef {
  /** The kind of subject; absent when `id` may be of any kind. */
  readonly type?: 'user' | 'group' | 'position' | undefined
  /** An id; or the login of a user, the path of a group, or the code of an item of the organisation chart. */
  readonly id: string
}

/** The active users of a subject. */
export interface FoundSubject {
  readonly name: string
  readonly kind: 'user' | 'group' | 'position'
  /** Ids of the active users, in the order of their names. */
  readonly users: readonly string[]
}

/** Finds subjects with their active users. The result has the order of the references; undefined for an unknown one. */
export async function findSubjects(
  reader: Reader,
  refs: readonly SubjectRef[],
): Promise<readonly (FoundSubject | undefined)[]> {
  const asked = refs.map(({ type, id }, n) => ({
    n,
    type: type ?? null,
    id: isUuid(id) ? id : null,
    name: id.toLowerCase(),
  }))
  const rows = await reader.rows<FoundSubject & { readonly n: number }>(sql`
    with recursive asked as (
      select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x(n int, type text, id uuid, name text)
    ), subject (n, kind, id, name) as (
      select a.n, 'user', u.id, u.login from asked a join users u on u.id = a.id or lower(u.login) = a.name
      where coalesce(a.type, 'user') = 'user' and u.deleted_at is null
      union all
      select a.n, 'group', g.id, g.name from asked a
        join user_group g on g.id = a.id or lower(g.namespace || '.' || g.code) = a.name
      where coalesce(a.type, 'group') = 'group' and g.deleted_at is null
      union all
      select a.n, 'position', i.id, i.name from asked a join org_item i on i.id = a.id or lower(i.code) = a.name
      where coalesce(a.type, 'position') = 'position' and i.deleted_at is null
    ), below (n, item, kind) as (
      select s.n, i.id, i.kind from subject s join org_item i on i.id = s.id where s.kind = 'position'
      union
      select b.n, i.id, i.kind from below b join org_item i on i.parent = b.item
      where i.deleted_at is null and b.kind = 'department'
    ), member (n, id) as (
      select n, id from subject where kind = 'user'
      union
      select s.n, u.id from subject s cross join lateral users_of_group(s.id) u (id) where s.kind = 'group'
      union
      select b.n, h.user_id from below b join org_holder h on h.item = b.item
    )
    select s.n, s.kind, s.name, array(
        select u.id::text from member m join users u on u.id = m.id
        where m.n = s.n and u.status = 2 and u.deleted_at is null order by u.lastname, u.firstname, u.id) as users
    from (select distinct on (n) * from subject order by n, kind = 'user' desc, id) s`)
  const found = new Map(rows.map(({ n, ...subject }) => [n, subject]))
  return refs.map((_ref, n) => found.get(n))
}
