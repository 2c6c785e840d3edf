import type { JsonValue } from '../../../foundation/kit/json.ts'
import { fromExpression } from '../../../values/expression-values.ts'
import { type Field, isForbiddenKey, readContext, uploadsIn } from '../../../values/index.ts'
import { contextInvalid } from './errors.ts'
import type { ContextMoment } from './moment.ts'

export const contextLimits = { maxValueBytes: 256 * 1024, maxBytes: 2 * 1024 * 1024 } as const

/**
 * Returns the stored form of the value of a variable. Without a field, the variable is undeclared and holds JSON.
 * Throws a PlatformError whose message names the variable.
 */
export function storedValue(
  name: string,
  value: unknown,
  field: Field | undefined,
  { at, timeZone }: { readonly at: ContextMoment; readonly timeZone: string },
): JsonValue {
  const json = value === undefined ? null : (value as JsonValue)
  if (field === undefined && isForbiddenKey(name))
    throw contextInvalid(`"${name}" is not allowed as the name of a variable`, { field: name })
  const given = (at === 'write' || at === 'call') && field !== undefined ? fromExpression(field, json, timeZone) : json
  const kept = field === undefined ? given : readContext({ [name]: given }, new Map([[name, field]]))[name]!
  if (field !== undefined && kept !== null && uploadsIn(kept, field).length > 0)
    throw contextInvalid(`"${name}" takes ids of files; persist the upload first`, { field: name })
  const bytes = sizeOf(kept)
  if (bytes > contextLimits.maxValueBytes) {
    const message = `"${name}" has ${bytes} bytes; at most ${contextLimits.maxValueBytes} are allowed. Store large contents as files`
    throw contextInvalid(message, { field: name })
  }
  return kept
}

export const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
