import { rowFilterSql } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { Bound, join, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Caller, Person } from '../../../people/index.ts'
import { type HiddenVariables, type Templates, templateSpace } from '../../definition/index.ts'

/** The rights to templates, as far as tasks need them. */
export interface TaskTemplates {
  may(reader: Reader, caller: Caller, template: string, right: 'administer'): Promise<boolean>
  /** Returns the predicate for templates whose instances the caller may view; undefined for all templates. */
  viewed(caller: Caller): ((template: Sql) => Sql) | undefined
  /**
   * Returns the predicate for tasks about elements that the caller may view, in processes without access rules whose
   * namespace the caller sees.
   */
  throughElements(caller: Caller): (t: Sql) => Sql
  /**
   * Returns the variables of instances that a caller may not read; undefined when the caller may read all variables.
   */
  hidden(caller: Caller): HiddenVariables | undefined
}

type Test = (t: Sql, person: Person) => Sql

/**
 * Joins the predicates of all users for whom a caller acts. A substitution can be limited to elements of some
 * applications.
 */
function forPersons({ persons }: Caller, test: Test, t: Sql): Sql {
  const tests = persons.map(
    (everywhere) => everywhere.map((person) => test(t, person)),
    (person, applications) => [sql`(${t}.item_app = any (${applications}::uuid[]) and ${test(t, person)})`],
  )
  return tests.flat().length === 0 ? sql`false` : sql`(${join(tests.flat(), sql` or `)})`
}

/** Predicate for the open tasks that are assigned to a user or have an open question to the user. */
const mine: Test = (t, { userId }) => {
  const user = new Bound(userId)
  return sql`(${t}.assignee = ${user} and ${t}.ended_at is null
    or ${t}.asked && array[${user}]::uuid[] and ${t}.asked is not null and ${t}.ended_at is null)`
}

/** Predicate for the open tasks in a queue of a user. */
const queued: Test = (t, { ids }) =>
  sql`(${t}.candidates && ${ids}::uuid[] and ${t}.assignee is null and ${t}.ended_at is null)`

/** Predicate for the tasks that a user can work on now. */
const toDo: Test = (t, person) => sql`(${mine(t, person)} or ${queued(t, person)})`

const tookPart: Test = (t, { userId, ids }) => {
  const user = new Bound(userId)
  return sql`(${t}.assignee = ${user} or ${t}.owner = ${user} or ${t}.participants && array[${user}]::uuid[]
    or ${t}.candidates && ${ids}::uuid[] and ${t}.ended_at is null)`
}

/** Returns the predicate for open tasks that a caller can work on, directly or as a substitute. */
export const isToDo = (caller: Caller, t: Sql): Sql => forPersons(caller, toDo, t)

/** Returns the predicate for open tasks that are assigned to a caller or ask the caller, also as a substitute. */
export const isMine = (caller: Caller, t: Sql): Sql => forPersons(caller, mine, t)

/** Returns the predicate for open tasks in a queue of a caller, also as a substitute. */
export const isQueued = (caller: Caller, t: Sql): Sql => forPersons(caller, queued, t)

/** Returns the predicate for tasks of one user: assigned to the user, or in a queue of one of `ids`. */
export function isOfPerformer(userId: string, ids: readonly string[], t: Sql): Sql {
  return sql`(${t}.assignee = ${userId} or ${t}.assignee is null and ${t}.candidates && ${ids}::uuid[])`
}

/**
 * Returns the predicate for tasks that a caller may see: tasks of instances that the caller started or took part in,
 * tasks of templates whose instances the caller may view, and the tasks of `TaskTemplates.throughElements`.
 * Administrators see all tasks.
 */
export function isVisible(caller: Caller, templates: TaskTemplates, t: Sql): Sql {
  if (caller.administrator) return sql`true`
  const viewed = templates.viewed(caller)
  if (viewed === undefined) return sql`true`
  const other = sql`o`
  return sql`(${viewed(sql`${t}.template`)} or ${forPersons(caller, tookPart, t)}
    or ${templates.throughElements(caller)(t)}
    or exists (select from process_instance i where i.id = ${t}.instance and i.created_by = ${caller.userId})
    or exists (select from process_task ${other} where ${other}.instance = ${t}.instance
      and ${forPersons(caller, tookPart, other)}))`
}

/**
 * Returns the predicate for tasks of any kind that a caller may see. Initiators of sheets see the tasks of their
 * sheets.
 */
export const isShown = (caller: Caller, templates: TaskTemplates, t: Sql): Sql =>
  sql`(${isVisible(caller, templates, t)} or ${t}.initiator = ${caller.userId})`

/** Returns whether a caller may see one task. */
export async function isVisibleTask(
  reader: Reader,
  caller: Caller,
  templates: TaskTemplates,
  { instance, id }: { readonly instance: string; readonly id: string },
): Promise<boolean> {
  const visible = isVisible(caller, templates, sql`t`)
  const found = await reader.row(sql`
    select from process_task t where t.instance = ${instance} and t.id = ${id} and ${visible}`)
  return found !== undefined
}

/** Creates the look-up of the rights to templates for tasks, by the rules of the templates and by grants. */
export function createTaskTemplates({ catalog, access }: Pick<Templates, 'catalog' | 'access'>): TaskTemplates {
  return {
    async may(reader, caller, id, right) {
      const template = catalog.byId(id)
      if (template !== undefined && access.ruled(caller, template, right)) return true
      if (!caller.persons.mayHaveGrants(templateSpace)) return false
      const granted = rowFilterSql(
        access.rows(caller, right, (t) => sql`${t}.id`),
        sql`t`,
      )
      return (await reader.row(sql`select from process_template t where t.id = ${id} and ${granted}`)) !== undefined
    },
    throughElements: (caller) => access.throughElements(caller),
    hidden: (caller) => access.hiddenVariables(caller),
    viewed(caller) {
      if (caller.administrator) return undefined
      return (template) =>
        rowFilterSql(
          access.rows(caller, 'viewAll', () => template),
          template,
        )
    },
  }
}
