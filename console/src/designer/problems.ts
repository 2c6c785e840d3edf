import { ApiError } from '../api/api-error.ts'
import type { FormKey } from './definition.ts'

/** A problem in a file of the solution. */
export interface FileProblem {
  readonly file: string
  readonly line?: number
  /** Place inside the file, such as `fields[3].to`. */
  readonly path: string
  readonly message: string
}

/** The parts of a designer in which a definition is edited. */
const tabs = ['general', 'fields', 'forms', 'statuses', 'access', 'registration', 'yaml'] as const
export type TabKey = (typeof tabs)[number]

/** The forms, ordered so that a form comes after the form that it follows by default. */
export const formKeys = ['create', 'edit', 'view', 'tile'] as const satisfies readonly FormKey[]

/** The state of the designer: the open tab, the position (from 1) of the open entry, and the edited form. */
export interface DesignPlace {
  readonly tab: TabKey
  readonly open?: number
  readonly form?: FormKey
}

const tabOfKey: Readonly<Record<string, TabKey>> = {
  fields: 'fields',
  forms: 'forms',
  statuses: 'statuses',
  statusGroups: 'statuses',
  access: 'access',
  registration: 'registration',
}

/** The part of a `DesignPlace` that the address holds. */
export type OpenPlace = { readonly [Key in keyof DesignPlace]?: DesignPlace[Key] | undefined }

/** Returns the problems that a refused plan states; none for other errors. */
export function problemsOf(error: unknown): readonly FileProblem[] {
  const problems = error instanceof ApiError ? error.answer.problems : undefined
  return Array.isArray(problems) ? problems : []
}

/** Returns the tab that shows a place, and what is open there. */
export function placeOf(path: string): DesignPlace {
  const form = formKeys.find((key) => isWithin(path, `forms.${key}`))
  if (form !== undefined) return { tab: 'forms', form }
  const [, key = '', index] = /^(\w+)(?:\[(\d+)\])?/.exec(path) ?? []
  const tab = tabOfKey[key] ?? 'general'
  const hasEntries = key === 'fields' || key === 'statuses'
  return hasEntries && index !== undefined ? { tab, open: Number(index) + 1 } : { tab }
}

/** Returns whether `path` is the place `outer` or a place inside it. */
export const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)
