import type { RightsHolder } from '../../access/index.ts'
import { Bound, join, type Sql, sql } from '../../foundation/db/sql.ts'

/**
 * Returns the predicate for instances that a caller takes part in, as initiator or as present or former performer of a
 * task, directly or as a substitute. `ofMany` collects the instances first by using indexes.
 */
export function takesPart({ userId, persons }: RightsHolder): (row: Sql, ofMany: boolean) => Sql {
  // A substitution that is limited to some applications does not apply to processes.
  const unlimited = persons.filter(({ applications }) => applications === undefined)
  const everybody = [...new Set([userId, ...unlimited.map((person) => person.userId)])]
  const users = new Bound(everybody)
  const names = new Bound(everybody)
  const ids = new Bound([...new Set(unlimited.flatMap((person) => person.ids))])
  const started = (row: Sql) => sql`${row}.created_by = any (${users}::uuid[])`
  const performs = (t: Sql): Sql[] => [
    sql`${t}.assignee is not null and ${t}.assignee = any (${users}::uuid[])`,
    sql`${t}.outcome ? 'by' and ${t}.outcome ->> 'by' = any (${names}::text[])`,
    sql`${t}.participants is not null and ${t}.participants && ${users}::uuid[]`,
    sql`${t}.ended_at is null and ${t}.assignee is null and ${t}.candidates && ${ids}::uuid[]`,
    sql`${t}.ended_at is null and ${t}.asked is not null and ${t}.asked && ${users}::uuid[]`,
    sql`${t}.ended_at is null and ${t}.owner is not null and ${t}.owner = any (${users}::uuid[])`,
  ]
  return (row, ofMany) => {
    const ways = performs(sql`t`)
    if (!ofMany) {
      const any = join(
        ways.map((way) => sql`(${way})`),
        sql` or `,
      )
      return sql`(${started(row)} or exists (select from process_task t where t.instance = ${row}.id and (${any})))`
    }
    const tasks = ways.map((way) => sql`union all select t.instance from process_task t where ${way}`)
    return sql`${row}.id in (select i.id from process_instance i where ${started(sql`i`)} ${join(tasks, sql` `)})`
  }
}

/** Returns the predicate for instances that the caller started, directly or as a substitute of the initiator. */
export function isInitiator({ userId, persons }: RightsHolder): (initiator: string) => boolean {
  const users = new Set([userId, ...persons.filter(({ applications }) => !applications).map((one) => one.userId)])
  return (initiator) => users.has(initiator)
}
