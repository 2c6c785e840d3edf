import { Bound, literal, type Sql, sql } from '../../db/sql.ts'
import { administratorsId } from './built-in.ts'

// Who is in which group, as sub-selects of ids for any statement. The walks are functions of the database (migration
// 60, decision 19). Users and groups are given as uuid, which may be a column of the statement around them.

/** All groups that a user is in, also by positions, departments, default and sub-groups. None for who is blocked. */
export function groupsOfUser(user: Sql): Sql {
  return sql`(select id from groups_of_user(${user}) walk (id))`
}

/** The positions that a user holds, and the departments these lie in, at any height. */
export function orgItemsOfUser(user: Sql): Sql {
  return sql`(select distinct item from seats_of_user(${user}) where held or kind = 'department')`
}

/** All users of a group, each once: the other direction of `groupsOfUser`, by the same rules. */
export function usersOfGroup(group: Sql): Sql {
  return sql`(select id from users_of_group(${group}) walk (id))`
}

/** All users of these groups, given by their ids. */
export function usersOfAny(groups: readonly string[]): Sql {
  return sql`(select u.id from unnest(${groups}::uuid[]) g (id) cross join lateral users_of_group(g.id) u (id))`
}

/** What of the chart is in a group: what it and its sub-groups name, and all below its departments. */
export function orgItemsOfGroup(group: Sql): Sql {
  return sql`(select id from seats_of_group(${group}) walk (id))`
}

/** A group and all groups in it, at any depth. */
export function groupsWithin(group: Sql): Sql {
  return sql`(select id from groups_within(${group}) walk (id))`
}

/** A group and all groups that contain it, at any height. */
export function groupsAround(group: Sql): Sql {
  return sql`(select id from groups_around(${group}) walk (id))`
}

/** What a group names itself, of one kind. */
export function namedByGroup(group: Sql, kind: 'group' | 'position'): Sql {
  return sql`(select m.member from group_member m where m.group_id = ${group} and m.kind = ${literal(kind)})`
}

/** The groups that name this member themselves. */
export function groupsNamingMember(member: Sql): Sql {
  return sql`(select m.group_id from group_member m where m.member = ${member})`
}

/** The users whom a group has without sub-groups and positions: named there, all by default, or the administrators. */
export function ownUsersOfGroup(group: Sql): Sql {
  return sql`(select m.member from group_member m where m.group_id = ${group} and m.kind = 'user'
    union
    select u.id from users u where u.status = 2 and (u.administrator and ${group} = ${new Bound(administratorsId)}::uuid
      or exists (select from user_group g where g.id = ${group} and g.is_default and g.deleted_at is null)))`
}
