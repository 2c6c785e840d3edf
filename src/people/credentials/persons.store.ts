import type { Reader } from '../../foundation/db/database.ts'
import { Bound, sql } from '../../foundation/db/sql.ts'
import { groupsOfUser, orgItemsOfUser } from '../membership/membership.store.ts'
import { idOfApplication, Persons } from '../persons.ts'

interface PersonRow {
  readonly applications: string[] | null
  readonly ids: string[]
  readonly groups: string[]
  readonly spaces: string[]
}

/**
 * Returns the user as access rules see them, then each principal whom the user substitutes for now. Substitutions do
 * not chain: the principals of a principal are left out. A user who is not active has no groups and can't be
 * substituted for.
 */
export async function personsOf(reader: Reader, userId: string, now: Date): Promise<Persons> {
  const user = sql`${new Bound(userId)}::uuid`
  const time = sql`${new Bound(now)}::timestamptz`
  const rows = await reader.rows<PersonRow>(sql`
    with acting (id, applications, since) as (
      select u.id, null::text[], '-infinity'::timestamptz from users u where u.id = ${user}
      union all
      select u.id, s.applications, s.from_at from substitution s join users u on u.id = s.principal
      where s.substitute = ${user} and s.ended_at is null
        and s.from_at <= ${time} and (s.until_at is null or s.until_at > ${time})
        and u.status = 2 and u.deleted_at is null
    )
    select a.applications, p.ids, p.groups,
      array(select distinct g.space::text from access_grant g where g.subject = any (p.ids::uuid[])) as spaces
    from acting a cross join lateral (
      select coalesce(array_agg(lower(g.namespace || '.' || g.code)), '{}') as groups,
        a.id::text || coalesce(array_agg(g.id::text), '{}')
          || array(select i.item::text from ${orgItemsOfUser(sql`a.id`)} i (item)) as ids
      from user_group g where g.id in ${groupsOfUser(sql`a.id`)} and g.deleted_at is null
    ) p order by a.since, a.id`)
  const all = rows.map(({ applications, ids, groups, spaces }) => ({
    userId: ids[0]!,
    ids,
    groups: new Set(groups),
    spaces: new Set(spaces),
    ...(applications === null ? {} : { applications: new Set(applications.map(idOfApplication)) }),
  }))
  return new Persons(all)
}
