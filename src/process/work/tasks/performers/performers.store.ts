import type { Reader } from '../../../../foundation/db/database.ts'
import { Bound, sql } from '../../../../foundation/db/sql.ts'
import { isUuid } from '../../../../foundation/kit/ids.ts'

/** A user, group or item of the organisation chart that a performer names. */
export interface FoundPerformer {
  /** Type of performer that can name the result: user, group or position. */
  readonly type: 'user' | 'group' | 'position'
  readonly id: string
  readonly name: string
  /** Kind of an item of the organisation chart: department, position or position_type; null for users and groups. */
  readonly kind: string | null
  /** Whether the result includes at least one active user. */
  readonly isStaffed: boolean
  /** Active holder of a position; null for a vacant position, and for everything but positions. */
  readonly holder: string | null
}

/**
 * Finds users by id, login or e-mail, groups by id or path, and items of the organisation chart by id or code. Users
 * come first.
 */
export async function findPerformers(reader: Reader, text: string): Promise<FoundPerformer[]> {
  const id = sql`${new Bound(isUuid(text) ? text : null)}::uuid`
  const name = sql`${new Bound(text.toLowerCase())}::text`
  const byEmail = text.includes('@') ? sql`or lower(u.email) = ${name}` : sql``
  return reader.rows<FoundPerformer>(sql`
    select 'user' as type, u.id::text, u.login as name, null as kind, u.status = 2 as "isStaffed", null as holder
    from users u where (u.id = ${id} or lower(u.login) = ${name} ${byEmail}) and u.deleted_at is null
    union all
    select 'group', g.id::text, g.name, null, exists (select from users_of_group(g.id)), null
    from user_group g
    where (g.id = ${id} or lower(g.namespace || '.' || g.code) = ${name}) and g.deleted_at is null
    union all
    select 'position', i.id::text, i.name, i.kind, exists (
        with recursive below (id) as (
          select i.id union all
          select b.id from below w join org_item b on b.parent = w.id where b.deleted_at is null and i.kind = 'department'
        )
        select from below w join org_holder h on h.item = w.id join users u on u.id = h.user_id
        where u.status = 2 and u.deleted_at is null),
      (select u.id::text from org_holder h join users u on u.id = h.user_id
        where h.item = i.id and h.single and u.status = 2 and u.deleted_at is null)
    from org_item i where (i.id = ${id} or lower(i.code) = ${name}) and i.deleted_at is null`)
}
