import type { Reader } from '../../foundation/db/database.ts'
import { Bound, sql } from '../../foundation/db/sql.ts'
import { shownName } from '../../foundation/db/user-name.ts'
import { groupsOfUser, orgItemsOfUser } from './membership.store.ts'

/** The subjects that access rules name by a path or an id. */
export interface SubjectRefs {
  /** The paths `namespace.code` of groups, in lower case. */
  readonly paths: readonly string[]
  /** The ids of users, groups and items of the organisation chart. */
  readonly ids: readonly string[]
}

/** Returns, in their order, the paths and the ids for which no group, user or item of the organisation chart exists. */
export async function missingSubjects(reader: Reader, { paths, ids }: SubjectRefs): Promise<string[]> {
  if (paths.length + ids.length === 0) return []
  const rows = await reader.rows<{ missing: string }>(sql`
    select missing from (
      select 1 as list, place, p as missing from unnest(${paths}::text[]) with ordinality w(p, place) where not exists (
        select from user_group g where lower(g.namespace || '.' || g.code) = p and g.deleted_at is null)
      union all
      select 2, place, i::text from unnest(${ids}::uuid[]) with ordinality w(i, place) where not exists (
        select from users where id = i and deleted_at is null
        union all select from user_group where id = i and deleted_at is null
        union all select from org_item where id = i and deleted_at is null)
    ) asked order by list, place`)
  return rows.map(({ missing }) => missing)
}

/**
 * Returns the kind and name of each subject by id, for display, deleted subjects included. Unknown ids are left out.
 */
export async function namesOfSubjects(reader: Reader, ids: readonly string[]): Promise<Map<string, SubjectName>> {
  const wanted = new Bound(ids)
  const rows = await reader.rows<SubjectName & { id: string }>(sql`
    select id::text, 'user' as kind, ${shownName(sql`users`)} as name from users where id = any (${wanted}::uuid[])
    union all select id::text, 'group', name from user_group where id = any (${wanted}::uuid[])
    union all select id::text, kind, name from org_item where id = any (${wanted}::uuid[])`)
  return new Map(rows.map(({ id, kind, name }) => [id, { kind, name }]))
}

export interface SubjectName {
  readonly kind: string
  readonly name: string
}

/**
 * A direct containment: the group `outer` has the member `inner`, or the item `outer` of the organisation chart has
 * the holder or the item `inner` below it.
 */
export interface Containment {
  readonly outer: string
  readonly outerName: string
  readonly inner: string
}

export interface MembershipStep extends Containment {
  /**
   * The path `namespace.code` of the outer group, in lower case; null when `outer` is an item of the organisation
   * chart.
   */
  readonly path: string | null
}

/** Returns every direct step from a user up to the positions, departments and groups that the user belongs to. */
export async function membershipSteps(reader: Reader, userId: string): Promise<MembershipStep[]> {
  const user = sql`${new Bound(userId)}::uuid`
  return reader.rows<MembershipStep>(sql`
    with mine (id) as materialized (
      select ${user} union select id from ${groupsOfUser(user)} g (id) union select item from ${orgItemsOfUser(user)} i (item)
    )
    select m.member::text as inner, g.id::text as outer, g.name as "outerName",
      lower(g.namespace || '.' || g.code) as path
    from group_member m join user_group g on g.id = m.group_id
    where m.member in (select id from mine) and m.group_id in (select id from mine)
    union all
    select h.user_id::text, i.id::text, i.name, null from org_holder h join org_item i on i.id = h.item where h.user_id = ${user}
    union all
    select i.id::text, p.id::text, p.name, null from org_item i join org_item p on p.id = i.parent
    where i.id in (select id from mine)`)
}
