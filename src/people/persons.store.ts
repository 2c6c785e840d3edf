import type { Reader } from '../db/database.ts'
import { Bound, sql } from '../db/sql.ts'
import type { Person } from './caller.ts'
import { groupsOfUser, orgItemsOfUser } from './groups/membership.store.ts'

interface PersonRow {
  readonly id: string
  readonly groups: string[]
  readonly ids: string[]
}

/** The user as access rules know them. A blocked user is in no group. */
export async function personsOf(reader: Reader, userId: string): Promise<Person[]> {
  const user = sql`${new Bound(userId)}::uuid`
  const rows = await reader.rows<PersonRow>(sql`
    select u.id, g.groups, g.ids || array(select i.item::text from ${orgItemsOfUser(sql`u.id`)} i (item)) as ids
    from users u cross join lateral (
      select coalesce(array_agg(lower(g.namespace || '.' || g.code)), '{}') as groups,
        coalesce(array_agg(g.id::text), '{}') as ids
      from user_group g where g.id in ${groupsOfUser(sql`u.id`)} and g.deleted_at is null
    ) g where u.id = ${user}`)
  return rows.map(({ id, groups, ids }) => ({ userId: id, groups: new Set(groups), ids: [id, ...ids] }))
}
