import { typeOf } from './field-types.ts'
import { namedEntries } from './named-entries.ts'

/** Returns a value in the form that the server takes: references and users as ids. */
export function toServer(field: { readonly type: string }, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeOf(field).refersTo) return namedEntries(value).map(({ __id }) => __id)
  return value
}

/** Returns the fields whose value differs from the original, in the form that the server takes. */
export function changedValues(
  fields: readonly { readonly code: string; readonly type: string }[],
  original: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changed = fields.filter(
    (field) =>
      JSON.stringify(toServer(field, original[field.code])) !== JSON.stringify(toServer(field, values[field.code])),
  )
  return Object.fromEntries(changed.map((field) => [field.code, toServer(field, values[field.code])]))
}
