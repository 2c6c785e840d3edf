import type { Field } from './field-type.ts'
import { typeOf } from './field-types.ts'
import { namedEntries } from './named-entries.ts'
import { rowsOf } from './types/table/type.ts'

/** Returns a value in the form that the server takes: references and users as ids. */
export function toServer(field: { readonly type: string }, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (typeOf(field).refersTo) return namedEntries(value).map(({ __id }) => __id)
  return value
}

/** A field whose values are compared. `data` says how precise a moment is, and which columns a table has. */
export interface ComparedField {
  readonly code: string
  readonly type: string
  readonly data?: Partial<Field['data']>
}

/** Returns whether two values mean the same, although an editor may write a value differently than the server. */
export function areSame(field: ComparedField, one: unknown, other: unknown): boolean {
  return JSON.stringify(comparable(field, one)) === JSON.stringify(comparable(field, other))
}

function comparable(field: ComparedField, value: unknown): unknown {
  const given = toServer(field, value)
  const { comparable: ofType, holdsRows } = typeOf(field)
  if (given === null) return null
  if (ofType) return ofType(given, field.data)
  if (!holdsRows) return given
  const columns = (field.data?.fields ?? []) as readonly ComparedField[]
  // The server fills the default of a column into a row that lacks it, but not in place of null.
  const rows = rowsOf(given).map((row) =>
    columns.filter(({ code }) => code in row).map((column) => [column.code, comparable(column, row[column.code])]),
  )
  return { rows, result: (given as { readonly result?: object }).result ?? {} }
}

/** Returns the fields whose value differs from the original, in the form that the server takes. */
export function changedValues(
  fields: readonly ComparedField[],
  original: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changed = fields.filter((field) => !areSame(field, original[field.code], values[field.code]))
  return Object.fromEntries(changed.map((field) => [field.code, toServer(field, values[field.code])]))
}
