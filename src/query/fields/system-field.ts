import type { Field } from './field-type.ts'
import { fieldTypeByCode } from './field-types.ts'

/** Returns a system field: a field that the platform defines and that no definition mentions. */
export function systemField(code: string, type: string, name = code, array = false): Field {
  return Object.freeze({
    code,
    name,
    type: fieldTypeByCode(type)!,
    required: false,
    array,
    indexed: false,
    searchable: false,
    defaultValue: null,
    settings: {},
  })
}
