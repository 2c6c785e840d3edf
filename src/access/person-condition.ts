import type { Application } from '../data/applications/application.ts'
import type { Person } from '../people/index.ts'
import { anyOf, type Condition } from '../query/index.ts'
import { isAlways, type Subject } from './subject.ts'

/** When a list of subjects includes a person: always, never, or for the elements that match a condition. */
export type When = boolean | Condition

export function whenSpokenOf(to: readonly Subject[], person: Person, application: Application): When {
  if (to.some((subject) => isAlways(subject, person))) return true
  return anyWhen(to.map((subject) => whenForElement(subject, person, application)))
}

function whenForElement(subject: Subject, person: Person, application: Application): When {
  if (subject.is === 'author') return anyOf('__createdBy', [person.userId])
  if (subject.is !== 'named') return false
  // A field of users holds no groups, so only the person's own id is compared.
  const isOfUsers = application.fields.get(subject.field)?.type.refersTo?.(application.fields.get(subject.field)!)
  return anyOf(subject.field, isOfUsers?.to === 'user' ? [person.userId] : person.ids)
}

export function anyWhen(whens: readonly When[]): When {
  if (whens.includes(true)) return true
  const conditions = whens.filter((when): when is Condition => typeof when === 'object')
  if (conditions.length === 0) return false
  return conditions.length === 1 ? conditions[0]! : { is: 'or', of: conditions }
}

export function allWhen(whens: readonly When[]): When {
  if (whens.includes(false)) return false
  const conditions = whens.filter((when): when is Condition => typeof when === 'object')
  if (conditions.length === 0) return true
  return conditions.length === 1 ? conditions[0]! : { is: 'and', of: conditions }
}
