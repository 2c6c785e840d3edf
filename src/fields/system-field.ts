import type { Field } from './field-type.ts'
import { fieldTypeByCode } from './field-types.ts'

/** A field that the platform itself gives to everything of a kind; no definition says anything of it. */
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
