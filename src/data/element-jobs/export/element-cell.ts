import { type Field, isRawNumber, type KnownStatuses } from '../../../values/index.ts'
import { type Cell, cellOf } from '../../reports/export/cells.ts'

/** The keys that can hold the text of a list entry or an object, in order of preference. */
const textKeys = ['__name', 'name', 'tel', 'email', 'login', 'code', '__id', 'id']

/**
 * Returns the cell for a field of an element. Lists become texts with `; ` between their entries, the form that an
 * import reads; references become the names of their targets.
 */
export function elementCell(value: unknown, field: Field, statuses: KnownStatuses): Cell {
  if (value === null || value === undefined) return { is: 'empty' }
  const { exported, isExportedAsJson = false } = field.type
  if (exported !== undefined && isObject(value)) return textCell(exported(value, statuses))
  if (Array.isArray(value)) return textCell(value.map(textOf).join('; '))
  const isNamed = isObject(value) && !isRawNumber(value) && !isExportedAsJson
  return isNamed ? textCell(textOf(value)) : cellOf(value, field)
}

const textCell = (text = ''): Cell => (text === '' ? { is: 'empty' } : { is: 'text', text })

function textOf(entry: unknown): string {
  if (typeof entry === 'string') return entry
  if (isObject(entry)) {
    const key = textKeys.find((one) => typeof entry[one] === 'string' && entry[one] !== '')
    if (key !== undefined) return String(entry[key])
  }
  return JSON.stringify(entry)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
