import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

export type OrgItemKind = 'department' | 'position' | 'position_type'

export interface OrgItem {
  readonly id: string
  readonly kind: OrgItemKind
  readonly name: string
  readonly code: string | null
  /** The id of the item above; null for the root. */
  readonly parent: string | null
  readonly holders: readonly string[]
}

export interface Stamp {
  readonly by: string
  readonly at: Date
}

export async function insertItem(tx: Tx, item: Omit<OrgItem, 'holders'>, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`
    insert into org_item (id, kind, parent, name, code, created_at, created_by, updated_at, updated_by)
    values (${item.id}, ${item.kind}, ${item.parent}, ${item.name}, ${item.code}, ${at}, ${by}, ${at}, ${by})`)
}

export async function changeItem(tx: Tx, item: Omit<OrgItem, 'holders'>, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`
    update org_item set parent = ${item.parent}, name = ${item.name}, code = ${item.code},
      updated_at = ${at}, updated_by = ${by}
    where id = ${item.id}`)
}

export async function markItemDeleted(tx: Tx, id: string, { by, at }: Stamp): Promise<void> {
  await tx.rows(sql`
    update org_item set deleted_at = ${at}, updated_at = ${at}, updated_by = ${by} where id = ${id}`)
}

export async function replaceHolders(tx: Tx, { id, kind }: OrgItem, users: readonly string[]): Promise<void> {
  await tx.rows(sql`delete from org_holder where item = ${id}`)
  await tx.rows(sql`
    insert into org_holder (item, user_id, single)
    select ${id}, user_id, ${kind === 'position'} from unnest(${users}::uuid[]) as holder (user_id)`)
}

export async function itemById(reader: Reader, id: string): Promise<OrgItem | undefined> {
  return reader.row<OrgItem>(sql`
    select id, kind, name, code, parent, array(select h.user_id from org_holder h where h.item = i.id) as holders
    from org_item i where id = ${id} and deleted_at is null`)
}

/** Returns the whole chart, depth first: each item comes after its parent, and siblings are ordered by name. */
export async function wholeChart(reader: Reader): Promise<OrgItem[]> {
  return reader.rows<OrgItem>(sql`
    with recursive tree (id, path) as (
      select i.id, array[i.name, i.id::text] from org_item i where i.parent is null and i.deleted_at is null
      union all
      select i.id, t.path || array[i.name, i.id::text]
      from tree t join org_item i on i.parent = t.id where i.deleted_at is null
    )
    select i.id, i.kind, i.name, i.code, i.parent,
      array(select h.user_id from org_holder h where h.item = i.id order by h.user_id) as holders
    from tree t join org_item i on i.id = t.id order by t.path`)
}

export async function rootItem(reader: Reader): Promise<{ id: string; name: string } | undefined> {
  return reader.row<{ id: string; name: string }>(sql`
    select id, name from org_item where parent is null and deleted_at is null`)
}

/** Returns whether the item `id` is the item `above` or an item below it. */
export async function isWithin(reader: Reader, id: string, above: string): Promise<boolean> {
  const found = await reader.row(sql`
    with recursive up (id) as (
      select ${id}::uuid
      union
      select i.parent from up u join org_item i on i.id = u.id where i.parent is not null
    )
    select from up where id = ${above}`)
  return found !== undefined
}

/** Returns, in their order, the ids for which no user exists; blocked users exist. */
export async function unknownUsers(reader: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select wanted.id from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
    where not exists (select from users u where u.id = wanted.id and u.deleted_at is null) order by wanted.place`)
  return rows.map(({ id }) => id)
}

export interface OrgItemUse {
  readonly kind: 'item' | 'group' | 'holder'
  readonly id: string
  readonly name: string
}

/** Returns the reasons why an item can't be deleted: items below it, its holders and groups that name it. */
export async function usesOfItem(reader: Reader, id: string): Promise<OrgItemUse[]> {
  return reader.rows<OrgItemUse>(sql`
    select 'item' as kind, i.id, i.name from org_item i where i.parent = ${id} and i.deleted_at is null
    union all
    select 'holder', u.id, u.login from org_holder h join users u on u.id = h.user_id where h.item = ${id}
    union all
    select 'group', g.id, g.name from group_member m join user_group g on g.id = m.group_id where m.member = ${id}
    order by 1, 3, 2`)
}
