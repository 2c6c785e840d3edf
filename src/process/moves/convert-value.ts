import { parseDate, parseDuration, type Value, type VariableDefinition } from '../model/index.ts'

type ValueType = Pick<VariableDefinition, 'type' | 'isArray'>

/** Converts the value of a variable to another type; undefined when something of the value would be lost. */
export function convertValue(value: Value, from: ValueType, to: ValueType): { readonly value: Value } | undefined {
  if (value === null || value === undefined) return { value: to.isArray ? [] : null }
  const items = from.isArray && Array.isArray(value) ? value : [value]
  if (to.type === 'json' && !to.isArray) return { value }
  if (!to.isArray && items.length > 1) return undefined
  const converted = items.map((item: Value) => convertItem(item, from.type, to.type))
  if (converted.some((item) => item === undefined)) return undefined
  const values = converted.map((item) => item!.value)
  return { value: to.isArray ? values : (values[0] ?? null) }
}

/** Whether two declarations of a variable hold their values in the same form. */
export const hasSameType = (from: ValueType, to: ValueType): boolean =>
  from.type === to.type && (from.isArray ?? false) === (to.isArray ?? false)

const texts: ReadonlySet<string> = new Set(['string', 'choice', 'date', 'datetime', 'duration', 'decimal', 'integer'])

function convertItem(value: Value, from: string, to: string): { readonly value: Value } | undefined {
  if (from === to || to === 'json') return { value }
  if (to === 'string') {
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isScalar ? { value: String(value) } : undefined
  }
  if (from === 'date' && to === 'datetime') return { value: `${String(value)}T00:00:00Z` }
  if (!texts.has(from) && from !== 'json') return undefined
  return readers[to]?.(value)
}

type Reader = (value: Value) => { readonly value: Value } | undefined

const text =
  (isValid: (value: string) => boolean): Reader =>
  (value) =>
    typeof value === 'string' && isValid(value) ? { value } : undefined

const number = /^[+-]?\d{1,34}(\.\d{1,34})?$/

const readers: Readonly<Record<string, Reader>> = {
  integer: (value) => {
    const whole = typeof value === 'string' && number.test(value) ? Number(value) : value
    return Number.isSafeInteger(whole) ? { value: whole } : undefined
  },
  decimal: (value) => {
    const isNumber = typeof value === 'number' ? Number.isFinite(value) : number.test(String(value))
    return isNumber ? { value } : undefined
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return { value }
    return value === 'true' || value === 'false' ? { value: value === 'true' } : undefined
  },
  date: text((value) => /^\d{4}-\d\d-\d\d$/.test(value) && parseDate(value) !== undefined),
  datetime: text((value) => value.includes('T') && parseDate(value) !== undefined),
  duration: text((value) => parseDuration(value) !== undefined),
}
