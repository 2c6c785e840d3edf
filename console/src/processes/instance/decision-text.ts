import type { Formats } from '../../i18n/format.ts'

/** A decision that an element evaluated, as the history of the instance keeps it. */
export interface EvaluatedDecision {
  readonly name: string
  readonly version: number
  readonly inputs: Readonly<Record<string, unknown>>
  readonly tables: readonly EvaluatedTable[]
  readonly result?: unknown
  readonly failures?: readonly string[]
  readonly warnings?: readonly string[]
  readonly isCut?: boolean
}

export interface EvaluatedTable {
  readonly name: string
  readonly inputs: readonly { readonly name: string; readonly value: unknown }[]
  readonly rules: readonly { readonly number: number; readonly annotations?: Readonly<Record<string, string>> }[]
  readonly ruleCount: number
  readonly output?: unknown
}

/** The words and formats with which values are shown. */
export interface Shown {
  readonly formats: Pick<Formats, 'number' | 'date' | 'dateTime'>
  readonly yes: string
  readonly no: string
  /** Returns the text for an id: the name of a user, or a word for an object. */
  readonly nameOf: (id: string) => string
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const dateForm = /^\d{4}-\d\d-\d\d$/
const dateTimeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/

/** Returns a value of a decision as a text for people. */
export function valueText(value: unknown, shown: Shown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'number') return shown.formats.number(value)
  if (typeof value === 'boolean') return value ? shown.yes : shown.no
  if (typeof value === 'string') {
    if (idForm.test(value)) return shown.nameOf(value)
    if (dateForm.test(value)) return shown.formats.date(value)
    return dateTimeForm.test(value) ? shown.formats.dateTime(value) : value
  }
  if (Array.isArray(value)) return value.map((item) => valueText(item, shown)).join(', ') || '—'
  const entries = Object.entries(value as object)
  return entries.map(([name, entry]) => `${name}: ${valueText(entry, shown)}`).join(', ') || '—'
}

/** Returns the ids in the values of decisions. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return idForm.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}
