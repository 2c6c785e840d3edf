import { join, type Sql, sql } from '../../db/sql.ts'
import { type Caller, granted, type Person } from '../../people/index.ts'
import { anyOf, type Predicate, predicate, type Setting, type Source } from '../../query/index.ts'
import type { Application } from '../definitions/application.ts'
import type { Access, ElementRule, FieldRule } from './access.ts'
import { allWhen, anyWhen, type When, whenSpokenOf } from './person-condition.ts'
import { elementRights, type FieldRight, gives, givesField, implying, type Right } from './rights.ts'
import { isAlways } from './subject.ts'

/** Of which rows something holds: of all, of none, or of those of which the predicate is true. */
export type RowRule = boolean | ((row: Sql) => Predicate)

/** What a caller may do in one application: the one place where rules become SQL. */
export interface Authority {
  /** Whether the caller may know that the application is there. */
  readonly knows: boolean
  rows(right: Right): RowRule
  field(code: string, right: FieldRight): RowRule
}

export interface Asked {
  readonly application: Application
  readonly access: Access
  /** All elements, whoever asks: rules see what their authors saw. */
  readonly source: Source
  /** Asked when a statement is made, since conditions may speak of the time. */
  readonly setting: () => Omit<Setting, 'callerId'>
}

const unlimited: Authority = { knows: true, rows: () => true, field: () => true }

export function authorize(caller: Pick<Caller, 'administrator' | 'persons'>, asked: Asked): Authority {
  if (caller.administrator) return unlimited
  const { application } = asked
  const persons = caller.persons.filter((person) => person.applications?.has(application.id) ?? true)
  const holders = persons.filter((person) => person.spaces.has(application.id))
  const rows = (right: Right): RowRule => {
    const ruled = rowRule(asked, persons, (person) => whenByRules(asked, person, right))
    return ruled === true || holders.length === 0 || !isGrantable(right)
      ? ruled
      : orGranted(ruled, holders, application.id, right)
  }
  return {
    get knows() {
      return rows('view') !== false || rows('create') !== false
    },
    rows,
    field: (code, right) => rowRule(asked, persons, (person) => whenByFieldRules(asked, person, code, right)),
  }
}

/** One person's answer after the other, since `CurrentUser()` is another for each. */
function rowRule(asked: Asked, persons: readonly Person[], whenOf: (person: Person) => When): RowRule {
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

type TimedSetting = Omit<Setting, 'callerId'>

/** A predicate that does not speak of the time is the same in every statement, and to make it costs more than to run it. */
function remembered(asked: Asked, make: (row: Sql, setting: TimedSetting) => Predicate): (row: Sql) => Predicate {
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

const isGrantable = (right: Right): boolean => elementRights.some((one) => one === right)

function orGranted(ruled: RowRule, holders: readonly Person[], app: string, right: Right): RowRule {
  const rights = [right, ...(implying[right] ?? [])]
  return (row) => {
    const given = { sql: granted(holders, app, sql`${row}.id`, rights), looksElsewhere: false }
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

export function whenByRules({ application, access }: Asked, person: Person, right: Right): When {
  if (!isLetIn(access, person)) return false
  if (access.elements === undefined) return true
  const rules = access.elements.filter(({ may }) => gives(may, right))
  return anyWhen(rules.map((rule) => whenByRule(rule, { application, access }, person)))
}

/** The gates of the namespace and the application. */
export function isLetIn({ gates }: Pick<Access, 'gates'>, person: Person): boolean {
  return gates.every((to) => to.some((subject) => isAlways(subject, person)))
}

export function whenByRule(
  { to, where, folder }: ElementRule,
  { application, access }: Pick<Asked, 'application' | 'access'>,
  person: Person,
): When {
  const { closedFolders } = access
  const elsewhere: When = closedFolders.length === 0 ? true : { is: 'not', of: anyOf('__directory', closedFolders) }
  return allWhen([
    whenSpokenOf(to, person, application),
    folder === undefined ? elsewhere : anyOf('__directory', [folder]),
    where ?? true,
  ])
}

function whenByFieldRules({ application, access }: Asked, person: Person, code: string, right: FieldRight): When {
  const rules = access.fields.filter(({ fields }) => fields.includes(code))
  if (rules.length === 0) return true
  return anyWhen(
    rules.filter(({ may }) => givesField(may, right)).map((rule) => whenByFieldRule(rule, application, person)),
  )
}

function whenByFieldRule({ to, statuses }: FieldRule, application: Application, person: Person): When {
  const ids = application.statuses.filter(({ code }) => statuses?.includes(code)).map(({ id }) => id)
  return allWhen([whenSpokenOf(to, person, application), statuses === undefined ? true : anyOf('__status', ids)])
}
