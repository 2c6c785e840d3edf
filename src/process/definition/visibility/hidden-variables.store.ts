import type { Apps } from '../../../data/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { Bound, join, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import { rolesOf } from './participants.store.ts'

/**
 * Returns SQL, a `text[]`, for the names of the variables in a row of `process_instance` that a caller may not read.
 */
export type HiddenVariables = (row: Sql) => Sql

/**
 * Returns the variables that a caller may not read; undefined when the caller may read all variables. A variable with
 * a rule in the settings of the process is shown to those whom the rule names. Any other variable is shown to those
 * who may read all the fields whose values the variable holds.
 */
export function hiddenVariables(caller: Caller, readable: Apps['readableElements']): HiddenVariables | undefined {
  if (caller.administrator) return undefined
  const { field } = readable(caller)
  const roles = rolesOf(caller)
  const groups = caller.persons.everywhere.flatMap((person) => [...person.groups])
  const subjects = new Bound(['everyone', ...new Set(groups)])
  // The settings of a file belong to its first template.
  const rules = (row: Sql): Sql => sql`process_template of_row
    join process_template of_file on of_file.id = coalesce(of_row.part_of, of_row.id)
    cross join jsonb_array_elements(coalesce(of_file.definition -> 'variables', '[]')) rule
    cross join jsonb_array_elements_text(rule -> 'names') named (name)
    where of_row.id = ${row}.template`
  const given = (row: Sql): Sql =>
    join(
      [
        sql`exists (select from jsonb_array_elements_text(rule -> 'to') to_one (subject)
          where lower(to_one.subject) = any (${subjects}::text[]))`,
        sql`rule -> 'to' ? 'initiator' and ${roles.started(row)}`,
        sql`rule -> 'to' ? 'performers' and ${roles.performs(row)}`,
      ],
      sql` or `,
    )
  return (row) => sql`array(
    select o.variable from process_origin o where o.instance = ${row}.id
      and not ${field(sql`o.app`, sql`o.element`, sql`o.field`)}
      and not exists (select from ${rules(row)} and named.name = o.variable)
    union
    select named.name from ${rules(row)} group by named.name having not bool_or(${given(row)}))`
}

/** The text in place of a message that can quote variables which the reader may not read. */
export const hiddenMessage = 'the message is not shown, because it can contain values that you may not read'

/**
 * Returns the SQL condition that an instance has variables which a caller may not read. Texts about such an instance
 * can quote hidden values.
 */
export function hidesAny(hidden: HiddenVariables): (instance: Sql) => Sql {
  return (instance) => sql`exists (select from process_instance i where i.id = ${instance}
    and cardinality(${hidden(sql`i`)}) > 0)`
}

/**
 * Returns the SQL condition that an instance may have variables that are not shown to everyone who sees the instance.
 */
export function hidesFromSome({ instance, template }: { readonly instance: Sql; readonly template: Sql }): Sql {
  return sql`(exists (select from process_origin o where o.instance = ${instance})
    or exists (select from process_template t join process_template f on f.id = coalesce(t.part_of, t.id)
      where t.id = ${template} and f.definition ? 'variables'))`
}

/**
 * Returns the ids of those instances that may have variables that are not shown to everyone who sees the instance.
 */
export async function hidingFromSome(reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await reader.rows<{ id: string }>(sql`
    select i.id::text from process_instance i
    where i.id = any (${ids}::uuid[]) and ${hidesFromSome({ instance: sql`i.id`, template: sql`i.template` })}`)
  return new Set(rows.map(({ id }) => id))
}

/** Returns values that a caller sends, without the nulls that the caller got in place of values that are hidden. */
export function withoutHiddenNulls<Value>(
  values: Readonly<Record<string, Value>>,
  unread: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== null || !unread.has(name)))
}

/** Returns the names of the variables of one instance that a caller may not read. */
export async function namesOfHidden(
  reader: Reader,
  hidden: HiddenVariables | undefined,
  instance: string,
): Promise<ReadonlySet<string>> {
  if (hidden === undefined) return new Set()
  const found = await reader.row<{ names: string[] }>(sql`
    select ${hidden(sql`i`)} as names from process_instance i where i.id = ${instance}`)
  return new Set(found?.names ?? [])
}
