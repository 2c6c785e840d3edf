import type { Reader, Tx } from '../../foundation/db/database.ts'
import { Bound, sql } from '../../foundation/db/sql.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import { globalNamespace } from '../membership/built-in-groups.ts'
import type { Containment } from '../membership/subjects.store.ts'
import { groupSource } from './group-source.ts'

export interface NewGroup {
  readonly id: string
  readonly namespace: string
  readonly code: string
  readonly name: string
  readonly description: string
  readonly isDefault: boolean
  readonly isRole: boolean
}

export interface GroupChanges {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly isDefault: boolean | undefined
}

export interface Stamp {
  readonly by: string
  readonly at: Date
}

export interface GroupRow extends NewGroup {
  readonly isSystem: boolean
  /** The solution that defines the group; null for a group created by a user or by the platform. */
  readonly solution: string | null
}

export async function namespaceExists(reader: Reader, namespace: string): Promise<boolean> {
  if (namespace === globalNamespace) return true
  const found = await reader.row(sql`select from namespace where code = ${namespace} and deleted_at is null`)
  return found !== undefined
}

export async function insertGroup(tx: Tx, group: NewGroup, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`
    insert into user_group (id, namespace, code, name, description, is_default, is_role,
      created_at, created_by, updated_at, updated_by)
    values (${group.id}, ${group.namespace}, ${group.code}, ${group.name}, ${group.description},
      ${group.isDefault}, ${group.isRole}, ${at}, ${by}, ${at}, ${by})`)
}

export async function changeGroup(tx: Tx, id: string, changes: GroupChanges, { by, at }: Stamp): Promise<void> {
  const { name, description, isDefault } = changes
  await tx.rows(sql`
    update user_group set name = coalesce(${name}::text, name), description = coalesce(${description}::text, description),
      is_default = coalesce(${isDefault}::boolean, is_default), updated_at = ${at}, updated_by = ${by}
    where id = ${id}`)
}

/** Marks a group as deleted and removes its members. Returns the ids of the removed members, sorted. */
export async function markDeleted(tx: Tx, id: string, { by, at }: Stamp): Promise<string[]> {
  const rows = await tx.rows<{ member: string }>(sql`
    delete from group_member where group_id = ${id} returning member`)
  await tx.rows(sql`
    update user_group set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by} where id = ${id}`)
  return rows.map(({ member }) => member).sort()
}

export async function groupById(reader: Reader, id: string): Promise<GroupRow | undefined> {
  return reader.row<GroupRow>(sql`
    select id, namespace, code, name, description, is_default as "isDefault", is_role as "isRole",
      is_system as "isSystem", solution
    from user_group where id = ${id} and deleted_at is null`)
}

/** Returns the group as JSON in the form of the public API; undefined when the group does not exist. */
export async function groupText(reader: Reader, id: string): Promise<JsonText | undefined> {
  const row = await reader.row<{ text: string }>(sql`
    select ${groupSource.whole(sql`e`)} as text from ${groupSource.relation} e
    where e.id = ${id} and ${groupSource.scope(sql`e`)}`)
  return row && new JsonText(row.text)
}

/** Returns the groups with `member` as a direct member, sorted by name. */
export async function groupsNaming(reader: Reader, member: string): Promise<{ id: string; name: string }[]> {
  return reader.rows<{ id: string; name: string }>(sql`
    select g.id, g.name from group_member m join user_group g on g.id = m.group_id
    where m.member = ${member} order by g.name, g.id`)
}

export interface MemberItem {
  readonly id: string
  readonly kind: 'user' | 'group' | 'position' | 'department'
  readonly name: string
}

/** Returns the users, groups, positions and departments with these ids. Unknown ids are left out. */
export async function itemsByIds(reader: Reader, ids: readonly string[]): Promise<MemberItem[]> {
  const wanted = new Bound(ids)
  return reader.rows<MemberItem>(sql`
    select id, 'user' as kind, login as name from users where id = any(${wanted}::uuid[]) and deleted_at is null
    union all
    select id, 'group', name from user_group where id = any(${wanted}::uuid[]) and deleted_at is null
    union all
    select id, case kind when 'department' then 'department' else 'position' end, name
      from org_item where id = any(${wanted}::uuid[]) and deleted_at is null`)
}

/** Adds members to a group. Returns the ids that were not members before. */
export async function insertMembers(
  tx: Tx,
  group: string,
  items: readonly MemberItem[],
  { by, at }: Stamp,
): Promise<Set<string>> {
  const rows = await tx.rows<{ member: string }>(sql`
    insert into group_member (group_id, member, kind, created_at, created_by)
    select ${group}, member, kind, ${at}, ${by}
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ kind }) => kind)}::text[]) as new (member, kind)
    on conflict (group_id, member) do nothing
    returning member`)
  return new Set(rows.map(({ member }) => member))
}

/** Removes members from a group. Returns the ids that were members. */
export async function deleteMembers(tx: Tx, group: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ member: string }>(sql`
    delete from group_member where group_id = ${group} and member = any(${ids}::uuid[]) returning member`)
  return new Set(rows.map(({ member }) => member))
}

export async function touchGroup(tx: Tx, id: string, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`update user_group set updated_at = ${at}, updated_by = ${by} where id = ${id}`)
}

/** Returns every direct containment above a group, up to the groups that no other group contains. */
export async function containmentsAbove(reader: Reader, id: string): Promise<Containment[]> {
  return reader.rows<Containment>(sql`
    with recursive step (outer_id, inner_id) as (
      select m.group_id, m.member from group_member m where m.member = ${id}
      union
      select m.group_id, m.member from step s join group_member m on m.member = s.outer_id
    )
    select s.outer_id as "outer", g.name as "outerName", s.inner_id as "inner"
    from step s join user_group g on g.id = s.outer_id order by g.name, g.id`)
}
