import { Bound, type Sql, sql } from '../../../foundation/db/sql.ts'

/** Returns the predicate for instances of a template that wait at an element or have an open incident there. */
export function waitsAt(template: string, element: string): (row: Sql) => Sql {
  const [of, at] = [new Bound(template), new Bound(element)]
  return (row) => sql`${row}.id in (
    select w.instance from process_wait w where w.template = ${of} and w.element = ${at}
      and w.kind not in ('stimulus', 'thrown', 'rest', 'taskTimer')
    union all
    select i.instance from process_incident i where i.template = ${of} and i.element = ${at} and i.state = 'open')`
}
