import { type ErrorKind, errorKind, type PlatformError } from '../foundation/kit/errors.ts'

export const fieldWrongValue = errorKind(
  'field.wrong_value',
  400,
  'A value does not fit the type of its field. `field` names the field.',
)

export const fieldWrongCriterion = errorKind(
  'field.wrong_criterion',
  400,
  'A filter uses a criterion that the type of the field does not support. `error` names the field and what is expected.',
)

export const fieldUnknown = errorKind(
  'field.unknown',
  400,
  'The application has no such field, or the caller cannot see it. `field` names it.',
)

export const fieldNotAllowed = errorKind(
  'field.not_allowed',
  400,
  'A value contains a key that is not allowed, such as `__proto__`. `field` says where.',
)

export const fieldWrongDefinition = errorKind(
  'field.wrong_definition',
  400,
  'The definition of a field contains mistakes. `problems` lists each of them as {path, message}.',
)

interface Named {
  /** The code of the field, or a place inside its value, such as `items.rows[2].prize`. */
  readonly code: string
}

/**
 * Returns the error that refuses a written value. `sentence` continues after the name of the field, such as `must be a
 * number`.
 */
export function wrongValue(field: Named, sentence: string): PlatformError {
  return refusal(fieldWrongValue, field, sentence)
}

/** Returns the error that refuses the criterion of a filter for a field. */
export function wrongCriterion(field: Named, sentence: string): PlatformError {
  return refusal(fieldWrongCriterion, field, sentence)
}

function refusal(kind: ErrorKind, field: Named, sentence: string): PlatformError {
  return kind(`field "${field.code}": ${sentence}`, { field: field.code })
}

/** Returns a value for use in an error message: on one line and at most about 60 characters. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text
}
