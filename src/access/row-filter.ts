import { join, type Sql, sql } from '../foundation/db/sql.ts'
import type { Person } from '../people/index.ts'
import { dependsOnTime, type Predicate, predicate, type QueryContext, type Source } from '../query/index.ts'
import type { PersonCondition } from './person-condition.ts'

/**
 * The rows that a caller has a right to: all, none, or those that match a predicate. `ofMany` means that the
 * predicate is part of a statement that searches for rows, not of a statement that finds known rows by id.
 */
export type RowFilter = boolean | ((row: Sql, ofMany?: boolean) => Predicate)

/** Returns a row filter as a condition of a WHERE clause. */
export function rowFilterSql(filter: RowFilter, row: Sql, ofMany = false): Sql {
  if (typeof filter === 'boolean') return filter ? sql`true` : sql`false`
  return sql`(${filter(row, ofMany).sql})`
}

/** Returns the rows that at least one of the filters covers. */
export function anyFilter(filters: readonly RowFilter[]): RowFilter {
  if (filters.includes(true)) return true
  const some = filters.filter((filter) => typeof filter === 'function')
  if (some.length < 2) return some[0] ?? false
  return (row, ofMany) => anyPredicate(some.map((filter) => filter(row, ofMany)))
}

/** Returns the rows that all of the filters cover. */
export function everyFilter(filters: readonly RowFilter[]): RowFilter {
  if (filters.includes(false)) return false
  const some = filters.filter((filter) => typeof filter === 'function')
  if (some.length < 2) return some[0] ?? true
  return (row, ofMany) =>
    joinedPredicate(
      some.map((filter) => filter(row, ofMany)),
      sql` and `,
    )
}

/** The context in which conditions of rules are compiled. */
export interface RuleContext {
  /** The source of all objects, regardless of the caller: a condition sees the data that its author saw. */
  readonly source: Source
  /**
   * Returns the query context of the conditions. Called for each statement when a condition depends on the time.
   */
  readonly setting: () => Omit<QueryContext, 'callerId'>
}

/**
 * Compiles the conditions of all persons of a caller. Each person's condition is compiled separately, because
 * `CurrentUser()` is a different user for each person.
 */
export function conditionFilter(
  { source, setting }: RuleContext,
  persons: readonly Person[],
  conditionOf: (person: Person) => PersonCondition,
): RowFilter {
  const conditions = persons.map((person) => ({ callerId: person.userId, condition: conditionOf(person) }))
  if (conditions.some(({ condition }) => condition === true)) return true
  const some = conditions.flatMap(({ callerId, condition }) =>
    typeof condition === 'object' ? [{ callerId, condition }] : [],
  )
  if (some.length === 0) return false
  const compile = (row: Sql): Predicate => {
    const context = setting()
    return anyPredicate(
      some.map(({ callerId, condition }) => predicate(condition, source, row, { ...context, callerId })),
    )
  }
  return some.some(({ condition }) => dependsOnTime(condition)) ? compile : cachedByAlias(compile)
}

/**
 * Caches predicates by row alias. A predicate that does not depend on the time is the same in every statement, and
 * building the predicate costs more than running it.
 */
function cachedByAlias(compile: (row: Sql) => Predicate): (row: Sql) => Predicate {
  const compiled = new Map<string, Predicate>()
  return (row) => {
    if (row.parts.length > 0) return compile(row)
    const alias = row.strings[0]!
    const predicate = compiled.get(alias) ?? compile(row)
    compiled.set(alias, predicate)
    return predicate
  }
}

function anyPredicate(predicates: readonly Predicate[]): Predicate {
  return joinedPredicate(predicates, sql` or `)
}

function joinedPredicate(predicates: readonly Predicate[], separator: Sql): Predicate {
  if (predicates.length === 1) return predicates[0]!
  return {
    sql: sql`(${join(
      predicates.map((one) => sql`(${one.sql})`),
      separator,
    )})`,
    looksElsewhere: predicates.some(({ looksElsewhere }) => looksElsewhere),
  }
}
