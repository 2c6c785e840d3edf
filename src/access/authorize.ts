import type { Application } from '../data/applications/application.ts'
import type { Caller, Person } from '../people/index.ts'
import { anyOf } from '../query/index.ts'
import type { Access, ElementRule, FieldRule } from './access.ts'
import { allWhen, anyWhen, type When, whenSpokenOf } from './person-condition.ts'
import { elementRights, type FieldRight, gives, givesField, type Right } from './rights.ts'
import { orGranted, type RowRule, type RuleSetting, rowRule } from './row-rule.ts'
import { isAlways } from './subject.ts'

/** The rights of a caller in one application. This module is the only one that compiles rules to SQL. */
export interface Authority {
  /** Whether the caller may know that the application exists. */
  readonly knows: boolean
  rows(right: Right): RowRule
  field(code: string, right: FieldRight): RowRule
}

export interface Asked extends RuleSetting {
  readonly application: Application
  readonly access: Access
}

const unlimited: Authority = { knows: true, rows: () => true, field: () => true }

export function authorize(caller: Pick<Caller, 'administrator' | 'persons'>, asked: Asked): Authority {
  if (caller.administrator) return unlimited
  const { application } = asked
  const persons = caller.persons.filter((person) => person.applications?.has(application.id) ?? true)
  const holders = persons.filter((person) => person.spaces.has(application.id))
  const rows = once((right: Right): RowRule => {
    const ruled = rowRule(asked, persons, (person) => whenByRules(asked, person, right))
    const isGrantable = holders.length > 0 && elementRights.some((one) => one === right)
    return ruled === true || !isGrantable ? ruled : orGranted(ruled, holders, application.id, right)
  })
  const fields = {
    read: once((code: string) => rowRule(asked, persons, (person) => whenByFieldRules(asked, person, code, 'read'))),
    write: once((code: string) => rowRule(asked, persons, (person) => whenByFieldRules(asked, person, code, 'write'))),
  }
  return {
    knows: rows('view') !== false || rows('create') !== false,
    rows,
    field: (code, right) => fields[right](code),
  }
}

/**
 * Returns a function that computes its result once per key. The results live as long as the authority, which is kept
 * for less than a second.
 */
function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}

function whenByRules({ application, access }: Asked, person: Person, right: Right): When {
  if (!isLetIn(access, person)) return false
  if (access.elements === undefined) return true
  const rules = access.elements.filter(({ may }) => gives(may, right))
  return anyWhen(rules.map((rule) => whenByRule(rule, { application, access }, person)))
}

/** Returns whether the person passes `visibleTo` of the namespace and of the application. */
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
