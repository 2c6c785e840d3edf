import { join, type Sql, sql } from '../foundation/db/sql.ts'
import { granted, type Person } from '../people/index.ts'
import { type Predicate, predicate, type Setting, type Source } from '../query/index.ts'
import type { When } from './person-condition.ts'
import { implying, type Right } from './rights.ts'

/**
 * Which rows a rule covers: all, none, or those that match a predicate. `ofMany` means that the predicate is part of a
 * statement that searches for rows, not of a statement that finds known rows by id.
 */
export type RowRule = boolean | ((row: Sql, ofMany?: boolean) => Predicate)

/** The context in which conditions of rules are compiled. */
export interface RuleSetting {
  /** The source of all elements, regardless of the caller: a condition sees the data that its author saw. */
  readonly source: Source
  /** Returns the setting of the conditions; called for each statement, because conditions may depend on the time. */
  readonly setting: () => TimedSetting
}

type TimedSetting = Omit<Setting, 'callerId'>

/**
 * Compiles the rule for all persons of a caller. Each person's condition is compiled separately, because
 * `CurrentUser()` is a different user for each person.
 */
export function rowRule(asked: RuleSetting, persons: readonly Person[], whenOf: (person: Person) => When): RowRule {
  const whens = persons.map((person) => ({ person, when: whenOf(person) }))
  if (whens.some(({ when }) => when === true)) return true
  const conditional = whens.flatMap(({ person, when }) => (typeof when === 'object' ? [{ person, when }] : []))
  if (conditional.length === 0) return false
  return remembered(asked, (row, setting) =>
    orPredicates(
      conditional.map(({ person, when }) => {
        const { find } = setting
        // The time is passed on as a getter, so that reading it can be detected.
        const own = {
          find,
          callerId: person.userId,
          get nowMs() {
            return setting.nowMs
          },
        }
        return predicate(when, asked.source, row, own)
      }),
    ),
  )
}

/**
 * Wraps `make` so that predicates are cached by row alias. A predicate that does not depend on the time is the same in
 * every statement, and building the predicate costs more than running it.
 */
function remembered(asked: RuleSetting, make: (row: Sql, setting: TimedSetting) => Predicate): (row: Sql) => Predicate {
  const made = new Map<string, Predicate>()
  return (row) => {
    const alias = row.parts.length === 0 ? row.strings[0]! : undefined
    const before = alias === undefined ? undefined : made.get(alias)
    if (before !== undefined) return before
    let isTimed = false
    const { find, nowMs } = asked.setting()
    const predicate = make(row, {
      find,
      get nowMs() {
        isTimed = true
        return nowMs
      },
    })
    if (!isTimed && alias !== undefined) made.set(alias, predicate)
    return predicate
  }
}

/**
 * Returns the rule widened by grants: a row is also covered when one of the persons was granted the right to the
 * element.
 */
export function orGranted(ruled: RowRule, holders: readonly Person[], app: string, right: Right): RowRule {
  const rights = [right, ...(implying[right] ?? [])]
  return (row, ofMany = false) => {
    const object = sql`${row}.id`
    const given = {
      sql: granted(holders, { space: app, object, anyOfRights: rights, ofMany }),
      looksElsewhere: false,
    }
    return typeof ruled === 'function' ? orPredicates([ruled(row), given]) : given
  }
}

function orPredicates(predicates: readonly Predicate[]): Predicate {
  if (predicates.length === 1) return predicates[0]!
  return {
    sql: sql`(${join(
      predicates.map((one) => sql`(${one.sql})`),
      sql` or `,
    )})`,
    looksElsewhere: predicates.some(({ looksElsewhere }) => looksElsewhere),
  }
}
