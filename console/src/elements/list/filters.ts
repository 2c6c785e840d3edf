import { typeOf } from '../../fields/field-types.ts'

/** A filter of one field, as written in the address: see `parseFilter`. */
export type FieldFilter =
  | { readonly field: string; readonly kind: 'anyOf'; readonly values: readonly string[] }
  | { readonly field: string; readonly kind: 'contains'; readonly text: string }
  | { readonly field: string; readonly kind: 'between'; readonly min: string; readonly max: string }
  | { readonly field: string; readonly kind: 'period'; readonly from: string; readonly to: string }
  | { readonly field: string; readonly kind: 'is'; readonly value: string }
  | { readonly field: string; readonly kind: 'empty' | 'filled' }

/**
 * Reads a filter from the address: `kind:a,b` any of, `name~text` contains, `amount=10..20` between (each bound can be
 * missing), `blocked=true` equal, `signed_at@-7d..0d` relative period, `note!` empty, `note*` not empty. Returns
 * undefined for anything else.
 */
export function parseFilter(text: string): FieldFilter | undefined {
  const match = /^([A-Za-z_][\w.]*)([:~=@!*])(.*)$/s.exec(text)
  if (!match) return undefined
  const [, field = '', sign = '', rest = ''] = match
  const [low = '', high] = rest.split('..')
  if (sign === '!' || sign === '*') return rest === '' ? { field, kind: sign === '!' ? 'empty' : 'filled' } : undefined
  if (rest === '') return undefined
  if (sign === ':') return { field, kind: 'anyOf', values: rest.split(',').map(decodeValue) }
  if (sign === '~') return { field, kind: 'contains', text: rest }
  if (sign === '@') return high === undefined ? undefined : { field, kind: 'period', from: low, to: high }
  return high === undefined ? { field, kind: 'is', value: rest } : { field, kind: 'between', min: low, max: high }
}

/** Writes a filter for the address. */
export function formatFilter(filter: FieldFilter): string {
  const { field } = filter
  switch (filter.kind) {
    case 'anyOf':
      return `${field}:${filter.values.map(encodeValue).join(',')}`
    case 'contains':
      return `${field}~${filter.text}`
    case 'between':
      return `${field}=${filter.min}..${filter.max}`
    case 'period':
      return `${field}@${filter.from}..${filter.to}`
    case 'is':
      return `${field}=${filter.value}`
    case 'empty':
      return `${field}!`
    case 'filled':
      return `${field}*`
  }
}

const encodeValue = (value: string): string => value.replaceAll('%', '%25').replaceAll(',', '%2C')
const decodeValue = (value: string): string => value.replaceAll('%2C', ',').replaceAll('%25', '%')

/** The part of a field that `toCondition` needs. */
export interface FilterField {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Returns the filter as a condition for the server; undefined when neither bound can be read. */
export function toCondition(filter: FieldFilter, field: FilterField): Record<string, unknown> | undefined {
  const { field: code } = filter
  switch (filter.kind) {
    case 'anyOf':
      return { tf: { [code]: filter.values } }
    case 'contains':
      return { tf: { [code]: filter.text } }
    case 'is':
      return { tf: { [code]: typeOf(field).filter === 'boolean' ? filter.value === 'true' : filter.value } }
    case 'between':
      return boundsCondition(filter, field)
    case 'period':
      return { eql: { query: `[${code}] = RelativeDatetime('${quoted(filter.from)}', '${quoted(filter.to)}')` } }
    case 'empty':
      return { tf: { [code]: null } }
    case 'filled':
      return { eql: { query: `not [${code}] is null` } }
  }
}

function boundsCondition(filter: FieldFilter & { kind: 'between' }, field: FilterField) {
  const min = bound(filter.min, field, false)
  const max = bound(filter.max, field, true)
  if (min === undefined && max === undefined) return undefined
  return { tf: { [filter.field]: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) } } }
}

/** Returns a bound for the server. A day as the upper bound of a moment means the last second of the day. */
function bound(text: string, field: FilterField, isUpper: boolean): string | number | undefined {
  if (text === '') return undefined
  const kind = typeOf(field).filter
  if (kind === 'date') {
    if (field.data.view === 'date' || field.data.view === 'time') return text
    const moment = new Date(text.length > 10 ? text : `${text}T${isUpper ? '23:59:59' : '00:00:00'}`)
    return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
  }
  const number = Number(text)
  if (Number.isNaN(number)) return undefined
  return kind === 'money' ? Math.round(number * 100) : number
}

const quoted = (text: string): string => text.replaceAll("'", "''")
