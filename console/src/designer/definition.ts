import type { StatusTone } from '../fields/field-type.ts'
import type { Name } from './names.ts'

/** A field in the file of an application. Keys that the designer does not know are left unchanged. */
export interface FieldEntry {
  readonly code: string
  readonly name?: Name
  readonly type: string
  readonly array?: boolean
  readonly required?: boolean
  readonly default?: unknown
  readonly indexed?: boolean
  readonly search?: boolean
  readonly values?: readonly ValueEntry[]
  readonly columns?: readonly FieldEntry[]
  readonly [setting: string]: unknown
}

/** A value of a category. */
export interface ValueEntry {
  readonly code: string
  readonly name: Name
}

export interface StatusEntry {
  readonly code: string
  readonly name: Name
  readonly id?: number
  readonly group?: string
  readonly final?: boolean
  readonly hidden?: boolean
  readonly tone?: StatusTone
  readonly next?: readonly string[]
  readonly by?: 'process'
}

export interface ElementRule {
  readonly to: readonly string[]
  readonly may: readonly string[]
  readonly where?: string
}

export interface FieldRule {
  readonly fields: readonly string[]
  readonly to: readonly string[]
  readonly may: readonly string[]
  readonly statuses?: readonly string[]
}

export interface AccessSection {
  readonly visibleTo?: readonly string[]
  readonly elements?: readonly ElementRule[]
  readonly fields?: readonly FieldRule[]
}

export interface RegistrationSection {
  readonly enabled?: boolean
  readonly by?: 'everyone' | 'process' | readonly string[]
  readonly cases?: readonly string[]
  readonly required?: readonly string[]
  readonly file?: string
  readonly identity?: readonly string[]
  readonly status?: string
  readonly number?: string
}

/** A field in a form: its code, or an object if the form marks the field as read-only or required. */
export type PlacedField = string | { readonly field: string; readonly readonly?: boolean; readonly required?: boolean }

export type FormEntry = PlacedField | { readonly section: Name; readonly fields: readonly PlacedField[] }

export type FormKey = 'create' | 'edit' | 'view' | 'tile'

export type FormsSection = Readonly<Partial<Record<FormKey, readonly FormEntry[]>>>

/** The file of an application. */
export interface Definition {
  readonly name: Name
  readonly elementName?: Name
  readonly kind?: string
  readonly nameTemplate?: string
  readonly fields?: readonly FieldEntry[]
  readonly forms?: FormsSection
  readonly statusGroups?: readonly ValueEntry[]
  readonly statuses?: readonly StatusEntry[]
  readonly unique?: readonly (string | readonly string[])[]
  readonly access?: AccessSection
  readonly registration?: RegistrationSection
  readonly [key: string]: unknown
}

/** The order of keys in normalised files. Keys that are not listed keep their order and come last. */
const order = [
  ...['code', 'name', 'elementName', 'kind', 'nameTemplate', 'fields', 'forms', 'statusGroups', 'statuses', 'unique'],
  ...['access', 'registration', 'type', 'array', 'required', 'default', 'indexed', 'search'],
  ...['id', 'group', 'final', 'hidden', 'tone', 'next', 'by', 'visibleTo', 'elements', 'to', 'may', 'where'],
]
const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length)

/** Returns a map with changed keys, in the order of normalised files. A key whose value is undefined is left out. */
export function changed<T extends object>(map: T, changes: Partial<T>): T {
  const entries = Object.entries({ ...map, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => placeOf(a) - placeOf(b))) as T
}

/** Returns the list, or undefined when it is empty, because files leave empty lists out. */
export const listed = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list)
