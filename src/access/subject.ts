import { codePattern } from '../foundation/kit/codes.ts'
import { isUuid } from '../foundation/kit/ids.ts'
import type { Person } from '../people/index.ts'

/** The subject of a rule. Definitions name groups by path, because ids belong to one installation. */
export type Subject =
  | { readonly is: 'everyone' | 'author' }
  /** The users, groups and positions that a field of the object holds. */
  | { readonly is: 'named'; readonly field: string }
  | { readonly is: 'group'; readonly path: string }
  | { readonly is: 'id'; readonly id: string }

const field = /^\$([A-Za-z_][A-Za-z0-9_]*)$/
const group = new RegExp(`^${codePattern}\\.[^\\s.]+$`)

/**
 * Reads a subject: `everyone`, `author`, `$responsible`, `docs.registrars`, or the id of a user, group or item of the
 * chart. Returns undefined for any other text.
 */
export function readSubject(text: string): Subject | undefined {
  if (text === 'everyone' || text === 'author') return { is: text }
  const [, named] = field.exec(text) ?? []
  if (named !== undefined) return { is: 'named', field: named }
  if (group.test(text)) return { is: 'group', path: text.toLowerCase() }
  return isUuid(text) ? { is: 'id', id: text.toLowerCase() } : undefined
}

/** Reads subjects. Texts that are no subjects are left out; they were refused when the rules were stored. */
export function readSubjects(texts: readonly string[]): Subject[] {
  return texts.flatMap((text) => readSubject(text) ?? [])
}

/** Returns whether the subject includes this person for every object. */
export function alwaysIncludes(subject: Subject, { groups, ids }: Person): boolean {
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
