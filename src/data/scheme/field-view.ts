import { isObject, type JsonObject, type JsonValue } from '../../foundation/kit/json.ts'
import type { Field } from '../../values/index.ts'

/** A field as clients of the schema read it: enough to build an input and a filter for the field. */
export interface FieldView {
  readonly code: string
  /** The type's name in the API, such as `STRING` or `SYS_COLLECTION`. */
  readonly type: string
  readonly required: boolean
  readonly array: boolean
  readonly single: boolean
  readonly searchable: boolean
  readonly indexed: boolean
  /** Always false, because removed fields are left out. */
  readonly deleted: false
  readonly system: boolean
  readonly defaultValue: JsonValue
  readonly calcByFormula: false
  readonly formula: string
  readonly linkTo: null
  /** The title of the field. */
  readonly view: { readonly name: string }
  /**
   * The settings of the type. A reference also has its target application if the caller may know of it, a category its
   * values, and a table its columns.
   */
  readonly data: Readonly<Record<string, unknown>>
}

/** Returns whether the reader of a description may know of the application with these codes. */
export type KnowsApplication = (namespace: string, code: string) => boolean

/**
 * Returns the description of a field. The description names the target of a reference only if `knows` returns true
 * for the target.
 */
export function fieldView(field: Field, knows: KnowsApplication): FieldView {
  return {
    code: field.code,
    type: field.type.code,
    required: field.required,
    array: field.array,
    single: !field.array,
    searchable: field.searchable,
    indexed: field.indexed,
    deleted: false,
    system: field.code.startsWith('__'),
    defaultValue: field.defaultValue,
    calcByFormula: false,
    formula: '',
    linkTo: null,
    view: { name: field.name },
    data: dataOf(field, knows),
  }
}

function dataOf(field: Field, knows: KnowsApplication): Record<string, unknown> {
  const { to, values, columns: _, ...settings } = field.settings
  const target =
    isObject(to) && knows(String(to.namespace), String(to.code)) ? { namespace: to.namespace, code: to.code } : {}
  return {
    ...target,
    ...(values === undefined ? {} : { enumItems: (values as JsonObject[]).map(({ code, name }) => ({ code, name })) }),
    ...(field.columns ? { fields: [...field.columns.values()].map((column) => fieldView(column, knows)) } : {}),
    ...Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
