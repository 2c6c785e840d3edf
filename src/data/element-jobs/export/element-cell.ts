import type { Field } from '../../../values/index.ts'
import type { Status } from '../../applications/application.ts'
import { type Cell, cellOf, isRawNumber } from '../../reports/export/cells.ts'

/** The keys that can hold the text of a list entry or an object, in order of preference. */
const textKeys = ['__name', 'name', 'tel', 'email', 'login', 'code', '__id', 'id']

/**
 * Returns the cell for a field of an element. Lists become texts with `; ` between their entries, the form that an
 * import reads; references become the names of their targets.
 */
export function elementCell(value: unknown, field: Field, statuses: readonly Status[]): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  if (field.type.code === 'STATUS') return statusCell(value, statuses)
  if (field.type.code === 'MONEY' && isObject(value)) return { is: 'text', text: money(value) }
  if (field.type.code === 'FULL_NAME' && isObject(value)) return { is: 'text', text: fullName(value) }
  if (Array.isArray(value)) {
    const text = value.map(textOf).join('; ')
    return text === '' ? { is: 'empty' } : { is: 'text', text }
  }
  const isNamed = isObject(value) && !isRawNumber(value) && !['TABLE', 'JSON'].includes(field.type.code)
  return isNamed ? { is: 'text', text: textOf(value) } : cellOf(value, field)
}

function statusCell(value: unknown, statuses: readonly Status[]): Cell {
  const { status } = value as { readonly status?: unknown }
  const found = statuses.find(({ id }) => id === numberOf(status))
  return found === undefined ? { is: 'empty' } : { is: 'text', text: found.name }
}

function money({ cents, currency }: Readonly<Record<string, unknown>>): string {
  const whole = numberOf(cents)
  const hundredths = String(Math.abs(whole) % 100).padStart(2, '0')
  return `${whole < 0 ? '-' : ''}${Math.trunc(Math.abs(whole) / 100)}.${hundredths} ${currency}`
}

function fullName({ lastname, firstname, middlename }: Readonly<Record<string, unknown>>): string {
  return [lastname, firstname, middlename].filter((part) => typeof part === 'string' && part !== '').join(' ')
}

function textOf(entry: unknown): string {
  if (typeof entry === 'string') return entry
  if (isObject(entry)) {
    const key = textKeys.find((one) => typeof entry[one] === 'string' && entry[one] !== '')
    if (key !== undefined) return String(entry[key])
  }
  return JSON.stringify(entry)
}

const numberOf = (value: unknown): number => (isRawNumber(value) ? Number(value.rawJSON) : Number(value))

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
