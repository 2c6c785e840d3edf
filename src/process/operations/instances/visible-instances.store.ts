import { Bound, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import { takesPart } from '../../definition/index.ts'
import type { InstanceTemplates } from './instance-templates.ts'

/**
 * Returns the test for the instances that a caller sees: those of templates whose instances the caller may view, and
 * those that concern the caller.
 */
export function visibleInstances(
  templates: Pick<InstanceTemplates, 'covered' | 'throughElements'>,
  caller: Caller,
): (row: Sql, ofMany: boolean) => Sql {
  const viewed = templates.covered(caller, 'viewAll')
  if (viewed === undefined) return () => sql`true`
  const concerned = concerning(templates, caller)
  return (row, ofMany) => sql`(${viewed(sql`${row}.template`)} or ${concerned(row, ofMany)})`
}

/**
 * Returns the test for the instances that a caller sees without the right to see all instances of the process: those
 * that the caller takes part in, and those of `InstanceTemplates.throughElements`.
 */
export function concerning(
  templates: Pick<InstanceTemplates, 'throughElements'>,
  caller: Caller,
): (row: Sql, ofMany: boolean) => Sql {
  const participates = takesPart(caller)
  const ofElements = templates.throughElements(caller)
  return (row, ofMany) => sql`(${participates(row, ofMany)} or ${ofElements(row)})`
}

/** Returns the predicate for instances of a template that wait at an element or have an open incident there. */
export function waitsAt(template: string, element: string): (row: Sql) => Sql {
  const [of, at] = [new Bound(template), new Bound(element)]
  return (row) => sql`${row}.id in (
    select w.instance from process_wait w where w.template = ${of} and w.element = ${at}
      and w.kind not in ('stimulus', 'thrown', 'rest', 'taskTimer')
    union all
    select i.instance from process_incident i where i.template = ${of} and i.element = ${at} and i.state = 'open')`
}
