import { isObject } from '../foundation/kit/json.ts'
import { isRawNumber } from './raw-number.ts'

/** A cell of an exported table. A number is kept as text, so that it keeps all its digits. */
export type Cell =
  | { readonly is: 'empty' }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'number'; readonly text: string }
  | { readonly is: 'boolean'; readonly value: boolean }
  /** A moment in UTC, a day, or a time of day: RFC 3339. */
  | { readonly is: 'datetime' | 'date' | 'time'; readonly text: string }

/**
 * Returns the cell of a raw number, a boolean or a text; null gives an empty cell. Any other value becomes a text of
 * JSON.
 */
export function plainCell(value: unknown): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  if (isRawNumber(value)) return { is: 'number', text: value.rawJSON }
  if (typeof value === 'boolean') return { is: 'boolean', value }
  return { is: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }
}

/**
 * Returns the cell of a value by the names in the value: the name of an object, and the texts of a list with `; `
 * between them, the form that an import reads. A value of any other kind is shown as it is.
 */
export function namedCell(value: unknown): Cell {
  if (Array.isArray(value)) return textCell(value.map(textOf).join('; '))
  return isObject(value) && !isRawNumber(value) ? textCell(textOf(value)) : plainCell(value)
}

/**
 * Returns the cell of a list whose entries an import reads from texts. `textOf` returns the text of an entry, or
 * undefined for an entry without such a text; the list is then shown by `namedCell`.
 */
export function listCell(value: unknown, textOf: (entry: unknown) => string | undefined): Cell {
  const texts = Array.isArray(value) ? value.map(textOf) : [undefined]
  return texts.includes(undefined) ? namedCell(value) : textCell(texts.join('; '))
}

/** Returns the cell of a text. */
export const textCell = (text = ''): Cell => (text === '' ? { is: 'empty' } : { is: 'text', text })

/** The keys that can hold the text of a list entry or an object, in order of preference. */
const textKeys = ['__name', 'name', 'tel', 'email', 'login', 'code', '__id', 'id']

function textOf(entry: unknown): string {
  if (typeof entry === 'string') return entry
  if (isObject(entry)) {
    const key = textKeys.find((one) => typeof entry[one] === 'string' && entry[one] !== '')
    if (key !== undefined) return String(entry[key])
  }
  return JSON.stringify(entry)
}
