import { Bound, literal, type Sql, sql } from '../../foundation/db/sql.ts'
import { administratorsId } from './built-in-groups.ts'

// Memberships in groups, as sub-selects of ids for use in any statement. The recursive walks are functions of the
// database (migration 60, decision 19). Users and groups are passed as uuid expressions, which may be columns of the
// surrounding statement.

/**
 * Selects all groups of a user, also through positions, departments, defaults and sub-groups; none for a user who is
 * not active.
 */
export function groupsOfUser(user: Sql): Sql {
  return sql`(select id from groups_of_user(${user}) walk (id))`
}

/** Selects the positions that a user holds and all departments above these positions. */
export function orgItemsOfUser(user: Sql): Sql {
  return sql`(select distinct item from seats_of_user(${user}) where held or kind = 'department')`
}

/** Selects all users of a group, each once: the inverse of `groupsOfUser`, by the same rules. */
export function usersOfGroup(group: Sql): Sql {
  return sql`(select id from users_of_group(${group}) walk (id))`
}

/** Selects all users of several groups, given by their ids. A user of two groups is selected twice. */
export function usersOfAny(groups: readonly string[]): Sql {
  return sql`(select u.id from unnest(${groups}::uuid[]) g (id) cross join lateral users_of_group(g.id) u (id))`
}

/**
 * Selects the chart items in a group: those that the group or its sub-groups name, and all items below its departments.
 */
export function orgItemsOfGroup(group: Sql): Sql {
  return sql`(select id from seats_of_group(${group}) walk (id))`
}

/** Selects a group and all groups in it, at any depth. */
export function groupsWithin(group: Sql): Sql {
  return sql`(select id from groups_within(${group}) walk (id))`
}

/** Selects a group and all groups that contain it, at any height. */
export function groupsAround(group: Sql): Sql {
  return sql`(select id from groups_around(${group}) walk (id))`
}

/** Selects the direct members of a group that are of one kind. */
export function namedByGroup(group: Sql, kind: 'group' | 'position'): Sql {
  return sql`(select m.member from group_member m where m.group_id = ${group} and m.kind = ${literal(kind)})`
}

/** Selects the groups with `member` as a direct member. */
export function groupsNamingMember(member: Sql): Sql {
  return sql`(select m.group_id from group_member m where m.member = ${member})`
}

/**
 * Selects the users of a group without its sub-groups and positions: its direct members, all active users if the group
 * is a default group, and the administrators if it is the built-in group of administrators.
 */
export function ownUsersOfGroup(group: Sql): Sql {
  return sql`(select m.member from group_member m where m.group_id = ${group} and m.kind = 'user'
    union
    select u.id from users u where u.status = 2 and (u.administrator and ${group} = ${new Bound(administratorsId)}::uuid
      or exists (select from user_group g where g.id = ${group} and g.is_default and g.deleted_at is null)))`
}
