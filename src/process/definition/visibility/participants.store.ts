import type { RightsHolder } from '../../../access/index.ts'
import { Bound, join, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Person } from '../../../people/index.ts'

/** Predicates for one group of persons: instances that they started, and tasks that make them participants. */
interface Part {
  readonly started: (row: Sql) => Sql
  readonly performs: readonly Sql[]
}

/**
 * Returns the predicate for instances that a caller takes part in, as initiator, as present or former performer of a
 * task, or as candidate, owner or asked user of an open task, directly or as a substitute. A substitution that is
 * limited to some applications counts in the instances that run for their elements. With `ofMany`, the SQL first
 * collects the ids of all such instances by indexes.
 */
export function takesPart(caller: RightsHolder): (row: Sql, ofMany: boolean) => Sql {
  const parts = partsOf(caller)
  const started = (row: Sql): Sql => anyOf(parts.map((part) => part.started(row)))
  const ways = parts.flatMap(({ performs }) => performs)
  return (row, ofMany) => {
    if (!ofMany)
      return sql`(${started(row)} or exists (select from process_task t where t.instance = ${row}.id and ${anyOf(ways)}))`
    const tasks = ways.map((way) => sql`union all select t.instance from process_task t where ${way}`)
    return sql`${row}.id in (select i.id from process_instance i where ${started(sql`i`)} ${join(tasks, sql` `)})`
  }
}

/**
 * Returns the predicates for instances that a caller started, and for those with a task that makes the caller a
 * participant, as for `takesPart`.
 */
export function rolesOf(caller: RightsHolder): { started: (row: Sql) => Sql; performs: (row: Sql) => Sql } {
  const parts = partsOf(caller)
  const ways = parts.flatMap(({ performs }) => performs)
  return {
    started: (row) => anyOf(parts.map((part) => part.started(row))),
    performs: (row) => sql`exists (select from process_task t where t.instance = ${row}.id and ${anyOf(ways)})`,
  }
}

function partsOf({ userId, persons }: RightsHolder): readonly Part[] {
  return persons.map(
    (everywhere) => partOf(everywhere, [userId]),
    (person, applications) => partWithin(partOf([person]), new Bound(applications)),
  )
}

function partOf(persons: readonly Person[], more: readonly string[] = []): Part {
  const everybody = [...new Set([...more, ...persons.map((person) => person.userId)])]
  const users = new Bound(everybody)
  const names = new Bound(everybody)
  const ids = new Bound([...new Set(persons.flatMap((person) => person.ids))])
  return {
    started: (row) => sql`${row}.created_by = any (${users}::uuid[])`,
    performs: [
      sql`t.assignee is not null and t.assignee = any (${users}::uuid[])`,
      sql`t.outcome ? 'by' and t.outcome ->> 'by' = any (${names}::text[])`,
      sql`t.participants is not null and t.participants && ${users}::uuid[]`,
      sql`t.ended_at is null and t.assignee is null and t.candidates && ${ids}::uuid[]`,
      sql`t.ended_at is null and t.asked is not null and t.asked && ${users}::uuid[]`,
      sql`t.ended_at is null and t.owner is not null and t.owner = any (${users}::uuid[])`,
    ],
  }
}

/** Limits a part to instances and tasks about elements of applications. */
function partWithin({ started, performs }: Part, applications: Bound): Part {
  return {
    started: (row) => sql`${row}.item_app = any (${applications}::uuid[]) and ${started(row)}`,
    performs: performs.map((way) => sql`t.item_app = any (${applications}::uuid[]) and ${way}`),
  }
}

function anyOf(ways: readonly Sql[]): Sql {
  return sql`(${join(
    ways.map((way) => sql`(${way})`),
    sql` or `,
  )})`
}

/** Returns whether the caller started an instance, directly or as a substitute of the initiator. */
export function isInitiator({
  userId,
  persons,
}: RightsHolder): (instance: { readonly initiator: string; readonly itemApp: string | null }) => boolean {
  return ({ initiator, itemApp }) =>
    initiator === userId || persons.in(itemApp).some((person) => person.userId === initiator)
}
