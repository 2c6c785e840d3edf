import type { Reader } from '../db/database.ts'
import { Bound, sql } from '../db/sql.ts'
import type { Person } from './caller.ts'
import { groupsOfUser, orgItemsOfUser } from './groups/membership.store.ts'

interface PersonRow {
  readonly ids: string[]
  readonly groups: string[]
  readonly spaces: string[]
}

/** The user as access rules know them. A blocked user is in no group. */
export async function personsOf(reader: Reader, userId: string): Promise<Person[]> {
  const user = sql`${new Bound(userId)}::uuid`
  const rows = await reader.rows<PersonRow>(sql`
    select p.ids, p.groups,
      array(select distinct g.space::text from access_grant g where g.subject = any (p.ids::uuid[])) as spaces
    from users u cross join lateral (
      select coalesce(array_agg(lower(g.namespace || '.' || g.code)), '{}') as groups,
        u.id::text || coalesce(array_agg(g.id::text), '{}')
          || array(select i.item::text from ${orgItemsOfUser(sql`u.id`)} i (item)) as ids
      from user_group g where g.id in ${groupsOfUser(sql`u.id`)} and g.deleted_at is null
    ) p where u.id = ${user}`)
  return rows.map(({ ids, groups, spaces }) => ({
    userId: ids[0]!,
    ids,
    groups: new Set(groups),
    spaces: new Set(spaces),
  }))
}
