import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { formatTime, parseTime, utcTime } from '../../foundation/kit/rfc3339.ts'
import type { Constant } from '../condition.ts'
import { checkText, refuse } from '../errors.ts'
import type { Setting } from '../source.ts'
import type { Known, ValueKind } from './query-level.ts'
import { kindName } from './value-kind.ts'

type Compared = string | number | boolean

/**
 * Converts a constant to a value of the field's kind. Throws a 400 that names the field when the constant does not fit.
 */
export function valueFor(known: Known, constant: Constant, setting: Setting): Compared {
  if (known.kind === undefined) throw refuse(`${known.label} can only be asked whether it is empty`, known.at)
  const value = convert(known.kind, constant, setting)
  if (value === undefined) {
    throw refuse(`${known.label} is ${kindName(known.kind)}; ${show(constant)} is not`, constant.at ?? known.at)
  }
  return typeof value === 'string' ? checkText(value) : value
}

/**
 * Returns the value as a bound parameter with an explicit type, so that equal statement texts mean equal statements.
 */
export function boundValue(kind: ValueKind, value: Compared): Sql {
  switch (kind) {
    case 'number':
      return sql`${value}::numeric`
    case 'int':
      return Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::numeric`
    case 'boolean':
      return sql`${value}::boolean`
    case 'timestamp':
      return sql`${`${value}Z`}::timestamptz`
    case 'uuid':
      return sql`${value}::uuid`
    default:
      return sql`${value}::text`
  }
}

/** Returns all values as one bound array, so that the statement text does not depend on the length of the list. */
export function boundList(kind: ValueKind, values: readonly Compared[]): Sql {
  switch (kind) {
    case 'number':
      return sql`${values}::numeric[]`
    case 'int':
      return values.every((value) => Number.isSafeInteger(value)) ? sql`${values}::bigint[]` : sql`${values}::numeric[]`
    case 'boolean':
      return sql`${values}::boolean[]`
    case 'timestamp':
      return sql`${values.map((value) => `${value}Z`)}::timestamptz[]`
    case 'uuid':
      return sql`${values}::uuid[]`
    default:
      return sql`${values}::text[]`
  }
}

function convert(kind: ValueKind, constant: Constant, setting: Setting): Compared | undefined {
  if (constant.is === 'item') {
    const { namespace, code, id } = constant
    return kind === 'item' && id !== undefined ? `${namespace}:${code}:${id.toLowerCase()}` : undefined
  }
  if (constant.is === 'caller') return kind === 'id' || kind === 'uuid' ? setting.callerId : undefined
  const isMoment = kind === 'instant' || kind === 'timestamp'
  if (constant.is !== 'value') return isMoment ? momentText(constant, setting) : undefined
  const { value } = constant
  switch (kind) {
    case 'number':
    case 'int':
      return typeof value === 'number' ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'instant':
    case 'timestamp':
      return typeof value === 'string' ? readInstant(value) : undefined
    case 'id':
    case 'uuid':
      return isUuid(value) ? value.toLowerCase() : undefined
    case 'item':
      return typeof value === 'string' && /^[^:]+:[^:]+:[0-9a-f-]{36}$/i.test(value) ? itemText(value) : undefined
    default:
      return typeof value === 'string' ? value : undefined
  }
}

function momentText(constant: Exclude<Constant, { is: 'value' | 'item' }>, { nowMs }: Setting): string | undefined {
  if (constant.is === 'moment') return readInstant(constant.text)
  return formatTime(constant.is === 'today' ? nowMs - (nowMs % 86_400_000) : nowMs)?.slice(0, -1)
}

/** Returns a moment in the form that is compared: UTC without the `Z`. Returns undefined when the text is no moment. */
function readInstant(text: string): string | undefined {
  const written = parseTime(text)
  return written && utcTime(written)?.slice(0, -1)
}

function itemText(value: string): string {
  return value.slice(0, -36) + value.slice(-36).toLowerCase()
}

function show(constant: Constant): string {
  if (constant.is === 'value') {
    const { value } = constant
    return typeof value === 'string' ? `'${value.length > 40 ? `${value.slice(0, 40)}…` : value}'` : String(value)
  }
  if (constant.is === 'item') return 'a Refitem'
  return constant.is === 'caller' ? 'CurrentUser()' : 'a Datetime'
}
