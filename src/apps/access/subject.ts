import { codePattern } from '../../kit/codes.ts'
import { isUuid } from '../../kit/ids.ts'
import type { Person } from '../../people/index.ts'

/** Whom a rule speaks of. Definitions know groups by their path; ids belong to one installation. */
export type Subject =
  | { readonly is: 'everyone' | 'author' }
  /** The users, groups and positions that a field of the element holds. */
  | { readonly is: 'named'; readonly field: string }
  | { readonly is: 'group'; readonly path: string }
  | { readonly is: 'id'; readonly id: string }

const field = /^\$([A-Za-z_][A-Za-z0-9_]*)$/
const group = new RegExp(`^${codePattern}\\.[^\\s.]+$`)

/** `everyone`, `author`, `$responsible`, `ref.registrars`, or the id of a user, group or item of the chart. */
export function readSubject(text: string): Subject | undefined {
  if (text === 'everyone' || text === 'author') return { is: text }
  const [, named] = field.exec(text) ?? []
  if (named !== undefined) return { is: 'named', field: named }
  if (group.test(text)) return { is: 'group', path: text.toLowerCase() }
  return isUuid(text) ? { is: 'id', id: text.toLowerCase() } : undefined
}

/** Whether the rule speaks of this person whatever the element. */
export function isAlways(subject: Subject, { groups, ids }: Person): boolean {
  switch (subject.is) {
    case 'everyone':
      return true
    case 'group':
      return groups.has(subject.path)
    case 'id':
      return ids.includes(subject.id)
    default:
      return false
  }
}
