import { Bound, literal, type Sql, sql } from '../../db/sql.ts'
import { administratorsId } from './built-in.ts'

// Who is in which group: all that asks for it asks here. Nothing is kept, each question walks the rows that were
// written (decision 19). Walks are `union`, not `union all`, so a circle in the data would end them, not hang them.

const administrators = (): Sql => sql`${new Bound(administratorsId)}::uuid`

/**
 * A step of a walk: the rows that an index gives for one row before it. `offset 0` keeps the planner from joining all
 * rows at once, which it takes for cheaper because it believes that walks are long.
 */
function step(rows: Sql): Sql {
  return sql`cross join lateral (${rows} offset 0)`
}

const groupsOf = (member: Sql): Sql =>
  step(sql`select m.group_id, m.kind from group_member m where m.member = ${member}`)
const membersOf = (group: Sql, kind: Sql): Sql =>
  step(sql`select m.member, m.kind from group_member m where m.group_id = ${group} and m.kind = any (${kind})`)

/** What of the chart a user belongs to: positions held, and all that lies above them. `user` is a uuid. */
function seatsOfUser(user: Sql): Sql {
  return sql`seat (item, held) as (
      select h.item, true from org_holder h where h.user_id = ${user}
      union
      select i.parent, false from seat s ${step(sql`select i.parent from org_item i where i.id = s.item`)} i
        where i.parent is not null
    )`
}

/** Ids of the positions that a user holds and of the departments these lie in, at any height. */
export function orgItemsOfUser(user: Sql): Sql {
  return sql`(with recursive ${seatsOfUser(user)}
    select distinct i.id
    from seat s ${step(sql`select i.id, i.kind from org_item i where i.id = s.item`)} i
    where s.held or i.kind = 'department')`
}

/**
 * Ids of all groups that a user is in: named there, by a position, by a department above it, by default, and all groups
 * that contain these. None for a user who is blocked. `user` is a uuid; may be a column of the query around it.
 */
export function groupsOfUser(user: Sql): Sql {
  return sql`(with recursive me as (
      select u.id, u.administrator from users u where u.id = ${user} and u.status = 2 and u.deleted_at is null
    ), ${seatsOfUser(user)}, belongs (id) as (
      (
        select m.group_id from me ${groupsOf(sql`me.id`)} m
        union all
        select m.group_id from me cross join seat s ${groupsOf(sql`s.item`)} m where s.held or m.kind = 'department'
        union all
        select g.id from me cross join user_group g where g.is_default and g.deleted_at is null
        union all
        select ${administrators()} from me where me.administrator
      )
      union
      select m.group_id from belongs b ${groupsOf(sql`b.id`)} m
    )
    select id from belongs)`
}

/** Ids of a group and of all groups in it, at any depth. */
export function groupsWithin(group: Sql): Sql {
  return sql`(with recursive ${within(group)} select id from below)`
}

/** Ids of a group and of all groups that contain it, at any height. */
export function groupsAround(group: Sql): Sql {
  return sql`(with recursive above (id) as (
      select ${group}
      union
      select m.group_id from above a ${groupsOf(sql`a.id`)} m
    )
    select id from above)`
}

function within(group: Sql): Sql {
  return sql`below (id) as (
      select ${group}
      union
      select m.member from below b ${membersOf(sql`b.id`, sql`'{group}'`)} m
    )`
}

/** The positions of the groups in `below`: named there, or below a department that is. */
const seatsBelow = sql`seat (item, spreads) as (
      select m.member, m.kind = 'department' from below b ${membersOf(sql`b.id`, sql`'{position,department}'`)} m
      union
      select i.id, true
        from seat s ${step(sql`select i.id from org_item i where i.parent = s.item and s.spreads`)} i
    )`

/** Ids of all positions of a group, those of its sub-groups and below its departments included. */
export function positionsOfGroup(group: Sql): Sql {
  return sql`(with recursive ${within(group)}, ${seatsBelow} select item from seat)`
}

/** Ids of all users of a group, each once: the other direction of `groupsOfUser`, by the same rules. */
export function usersOfGroup(group: Sql): Sql {
  return sql`(with recursive ${within(group)}, ${seatsBelow}, found (id) as (
      select m.member from below b ${membersOf(sql`b.id`, sql`'{user}'`)} m
      union
      select h.user_id from seat s ${step(sql`select h.user_id from org_holder h where h.item = s.item`)} h
      union
      (${usersByRule(sql`select id from below`)})
    )
    select u.id from found f
      ${step(sql`select u.id from users u where u.id = f.id and u.status = 2 and u.deleted_at is null`)} u)`
}

/** Ids of the users whom a group has without sub-groups and positions: named there, or by its rule. */
export function ownUsersOfGroup(group: Sql): Sql {
  return sql`(select m.member from group_member m where m.group_id = ${group} and m.kind = 'user'
    union
    ${usersByRule(sql`select ${group}`)})`
}

/** Whom some of the groups have by a rule: every active user, or the administrators. */
function usersByRule(groups: Sql): Sql {
  return sql`select u.id from users u where u.status = 2 and u.deleted_at is null and exists (
        select from user_group g where g.id in (${groups}) and g.is_default and g.deleted_at is null)
      union all
      select u.id from users u where u.administrator and u.status = 2 and u.deleted_at is null
        and ${administrators()} in (${groups})`
}

/** Ids of what a group names itself, of one kind. */
export function namedByGroup(group: Sql, kind: 'group' | 'position'): Sql {
  return sql`(select m.member from group_member m where m.group_id = ${group} and m.kind = ${literal(kind)})`
}

/** Ids of the groups that name this member themselves. */
export function groupsNamingMember(member: Sql): Sql {
  return sql`(select m.group_id from group_member m where m.member = ${member})`
}
