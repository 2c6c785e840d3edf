import { collectFieldRefusals, type FieldRefusals } from '../foundation/kit/field-refusals.ts'
import type { JsonValue } from '../foundation/kit/json.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import { faultSentences, findFault, isForbiddenKey } from './content.ts'
import { fieldNotAllowed, fieldUnknown, shown, wrongValue } from './errors.ts'
import type { Field } from './field-type.ts'

/**
 * Checks the fields that a caller wrote and returns them in their stored form; null stays null. Does not handle system
 * fields (`__name` …), required fields or defaults; the calling code does. Throws `field.unknown`, `field.not_allowed`
 * or `field.wrong_value`, with the place in `details.field` and every wrong field in `details.problems`.
 */
export function readContext(
  context: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, Field>,
): Record<string, JsonValue> {
  const refusals = collectFieldRefusals()
  const body = readFields(context, fields, refusals)
  refusals.throwFirst()
  return body
}

/** Reads fields like `readContext`. Wrong fields are left out of the result and added to `refusals`. */
export function readFields(
  context: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, Field>,
  refusals: FieldRefusals,
): Record<string, JsonValue> {
  const body: Record<string, JsonValue> = {}
  for (const [code, value] of Object.entries(context)) {
    const read = refusals.check(() => readField(code, value, fields))
    if (read !== undefined) body[code] = read
  }
  return body
}

function readField(code: string, value: unknown, fields: ReadonlyMap<string, Field>): JsonValue | undefined {
  if (isForbiddenKey(code)) throw notAllowed(code)
  const field = fields.get(code)
  if (field === undefined) {
    throw fieldUnknown(`unknown field ${shown(code)}${didYouMean(code, fields.keys())}`, { field: code })
  }
  if (value === undefined) return undefined
  refuseFaults(value, code)
  return value === null ? null : field.type.read(value, field)
}

function refuseFaults(value: unknown, code: string): void {
  const fault = findFault(value)
  if (fault === undefined) return
  const place = `${code}${fault.path}`
  throw fault.what === 'key' ? notAllowed(place) : wrongValue({ code: place }, faultSentences[fault.what])
}

function notAllowed(place: string): Error {
  return fieldNotAllowed(`field not allowed: "${place}"`, { field: place })
}
