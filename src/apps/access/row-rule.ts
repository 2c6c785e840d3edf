import { join, type Sql, sql } from '../../db/sql.ts'
import { granted, type Person } from '../../people/index.ts'
import { type Predicate, predicate, type Setting, type Source } from '../../query/index.ts'
import type { When } from './person-condition.ts'
import { implying, type Right } from './rights.ts'

/**
 * Of which rows something holds: of all, of none, or of those of which the predicate is true. `ofMany`: it stands in a
 * statement that looks for rows, not one that has found them by their ids.
 */
export type RowRule = boolean | ((row: Sql, ofMany?: boolean) => Predicate)

/** What conditions of rules are made into SQL with. */
export interface RuleSetting {
  /** All elements, whoever asks: rules see what their authors saw. */
  readonly source: Source
  /** Asked when a statement is made, since conditions may speak of the time. */
  readonly setting: () => TimedSetting
}

type TimedSetting = Omit<Setting, 'callerId'>

/** One person's answer after the other, since `CurrentUser()` is another for each. */
export function rowRule(asked: RuleSetting, persons: readonly Person[], whenOf: (person: Person) => When): RowRule {
  const whens = persons.map((person) => ({ person, when: whenOf(person) }))
  if (whens.some(({ when }) => when === true)) return true
  const conditional = whens.flatMap(({ person, when }) => (typeof when === 'object' ? [{ person, when }] : []))
  if (conditional.length === 0) return false
  return remembered(asked, (row, setting) =>
    orPredicates(
      conditional.map(({ person, when }) => {
        const { find } = setting
        // The time is passed on as a getter, so that whoever reads it is noticed.
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

/** A predicate that does not speak of the time is the same in every statement, and to make it costs more than to run it. */
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

/** Or somebody gave one of the persons the right to the very element. */
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
