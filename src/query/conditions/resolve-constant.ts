import { isUuid } from '../../foundation/kit/ids.ts'
import { formatTime, parseTime, utcTime } from '../../foundation/kit/time/rfc3339.ts'
import { noSuchValue } from '../../values/types/category.ts'
import type { Constant } from '../condition.ts'
import { checkText, refuse } from '../errors.ts'
import type { QueryContext } from '../source.ts'
import type { Compared, ValueKind } from './plan.ts'
import type { ResolvedField, ResolvedValue } from './resolve-path.ts'
import { kindName, typed } from './value-kind.ts'

const dayMs = 86_400_000

/**
 * Converts a constant to a value of the operand's kind. Throws a 400 that names the operand when the constant does not
 * fit the kind, or is an unknown code of a system field.
 */
export function resolveConstant(
  operand: ResolvedValue | ResolvedField,
  constant: Constant,
  setting: QueryContext,
): Compared {
  const { kind } = typed(operand)
  const value = convert(kind, constant, setting)
  if (value === undefined) {
    throw refuse(`${operand.label} is ${kindName(kind)}; ${show(constant)} is not`, constant.at ?? operand.at)
  }
  if ('field' in operand && isNeverACode(operand, value))
    throw refuse(`${operand.label} ${noSuchValue(value, operand.field)}`, constant.at ?? operand.at)
  return typeof value === 'string' ? checkText(value) : value
}

/**
 * Returns whether a system field has a fixed set of codes without this code. In a category of an application, an
 * unknown code is allowed and matches nothing, because a saved filter may name a value that was removed.
 */
const isNeverACode = ({ field, json }: ResolvedField, code: Compared): boolean =>
  json === undefined && field.values !== undefined && !field.values.byCode.has(String(code))

function convert(kind: ValueKind, constant: Constant, setting: QueryContext): Compared | undefined {
  const isMoment = kind === 'instant' || kind === 'timestamp'
  switch (constant.is) {
    case 'item': {
      const { namespace, code, id } = constant
      return kind === 'item' && id !== undefined ? `${namespace}:${code}:${id.toLowerCase()}` : undefined
    }
    case 'caller':
      return kind === 'id' || kind === 'uuid' ? setting.callerId : undefined
    case 'moment':
      return isMoment ? instant(constant.text) : undefined
    case 'now':
      return isMoment ? withoutZ(formatTime(setting.nowMs)) : undefined
    case 'today':
      return isMoment ? withoutZ(formatTime(setting.nowMs - (setting.nowMs % dayMs))) : undefined
    case 'value':
      return convertValue(kind, constant.value)
  }
}

function convertValue(kind: ValueKind, value: string | number | boolean): Compared | undefined {
  switch (kind) {
    case 'number':
    case 'int':
      return typeof value === 'number' ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'instant':
    case 'timestamp':
      return typeof value === 'string' ? instant(value) : undefined
    case 'id':
    case 'uuid':
      return isUuid(value) ? value.toLowerCase() : undefined
    case 'item':
      return typeof value === 'string' && /^[^:]+:[^:]+:[0-9a-f-]{36}$/i.test(value) ? itemText(value) : undefined
    default:
      return typeof value === 'string' ? value : undefined
  }
}

/** Returns a moment in the form that is compared: UTC without the `Z`. Returns undefined when the text is no moment. */
function instant(text: string): string | undefined {
  const written = parseTime(text)
  return written && withoutZ(utcTime(written))
}

function withoutZ(utc: string | undefined): string | undefined {
  return utc?.slice(0, -1)
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
