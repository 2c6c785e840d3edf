import type { Complaint, Limits } from './field-type.ts'
import { typeOf } from './field-types.ts'
import { isEmpty } from './is-empty.ts'

/**
 * Checks a value against the limits of the schema: whether it is required, and what its type checks. All other checks
 * are made by the server. Returns undefined when the value is valid.
 */
export function checkValue(
  field: { readonly type: string; readonly data: object },
  value: unknown,
  isRequired: boolean,
): Complaint | undefined {
  if (isEmpty(value)) return isRequired ? { key: 'fields.required' } : undefined
  return typeOf(field).check?.(value, field.data as Limits)
}
