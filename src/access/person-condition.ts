import type { Person } from '../people/index.ts'
import { anyOf, type Condition } from '../query/index.ts'
import { type Access, type FieldRule, isVisibleTo, type Rule, type Ruled } from './access-rules.ts'
import { type FieldRight, gives, givesField, type ResourceRights } from './rights.ts'
import { alwaysIncludes, type Subject } from './subject.ts'

/** The objects for which rules give a right to one person: all, none, or those that match a condition. */
export type PersonCondition = boolean | Condition

interface Rules {
  readonly ruled: Ruled
  readonly access: Access
}

/** Returns the objects to which the rules together give the right. */
export function conditionOfRules<R extends string>(
  { ruled, access, rights }: Rules & { rights: ResourceRights<R> },
  person: Person,
  right: R,
): PersonCondition {
  if (!isVisibleTo(access, person)) return false
  if (access.rules === undefined) return true
  const giving = access.rules.filter(({ may }) => gives(rights, may, right))
  return anyCondition(giving.map((rule) => conditionOfRule(rule, { ruled, access }, person)))
}

/** Returns the objects to which one rule gives its rights. */
export function conditionOfRule(
  { to, where, folder }: Rule,
  { ruled, access: { closedFolders } }: Rules,
  person: Person,
): PersonCondition {
  const elsewhere: PersonCondition =
    closedFolders.length === 0 ? true : { is: 'not', of: anyOf('__directory', closedFolders) }
  return everyCondition([
    conditionOfSubjects(to, person, ruled),
    folder === undefined ? elsewhere : anyOf('__directory', [folder]),
    where ?? true,
  ])
}

/**
 * Returns the objects whose field the rules let the person read or write. A field that no rule names is open to
 * everyone.
 */
export function conditionOfField(
  { ruled, access }: Rules,
  person: Person,
  code: string,
  right: FieldRight,
): PersonCondition {
  const naming = access.fieldRules.filter(({ fields }) => fields.includes(code))
  if (naming.length === 0) return true
  const giving = naming.filter(({ may }) => givesField(may, right))
  return anyCondition(giving.map((rule) => conditionOfFieldRule(rule, ruled, person)))
}

function conditionOfFieldRule({ to, statuses }: FieldRule, ruled: Ruled, person: Person): PersonCondition {
  const ids = (ruled.statuses ?? []).filter(({ code }) => statuses?.includes(code)).map(({ id }) => id)
  return everyCondition([
    conditionOfSubjects(to, person, ruled),
    statuses === undefined ? true : anyOf('__status', ids),
  ])
}

function conditionOfSubjects(to: readonly Subject[], person: Person, ruled: Ruled): PersonCondition {
  if (to.some((subject) => alwaysIncludes(subject, person))) return true
  return anyCondition(to.map((subject) => conditionOfSubject(subject, person, ruled)))
}

function conditionOfSubject(subject: Subject, person: Person, { fields }: Ruled): PersonCondition {
  if (subject.is === 'author') return anyOf('__createdBy', [person.userId])
  if (subject.is !== 'named') return false
  // A field of users holds no groups, so only the person's own id is compared.
  const isOfUsers = fields.get(subject.field)?.type.refersTo?.(fields.get(subject.field)!)
  return anyOf(subject.field, isOfUsers?.to === 'user' ? [person.userId] : person.ids)
}

function anyCondition(conditions: readonly PersonCondition[]): PersonCondition {
  if (conditions.includes(true)) return true
  const some = conditions.filter((one): one is Condition => typeof one === 'object')
  if (some.length === 0) return false
  return some.length === 1 ? some[0]! : { is: 'or', of: some }
}

function everyCondition(conditions: readonly PersonCondition[]): PersonCondition {
  if (conditions.includes(false)) return false
  const some = conditions.filter((one): one is Condition => typeof one === 'object')
  if (some.length === 0) return true
  return some.length === 1 ? some[0]! : { is: 'and', of: some }
}
