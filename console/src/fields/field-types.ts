import type { DefinitionOfType, FieldType } from './field-type.ts'
import { anyReferenceType } from './types/any-reference/type.ts'
import { booleanType } from './types/boolean/type.ts'
import { categoryType } from './types/category/type.ts'
import { accountType, emailType, phoneType } from './types/contacts/type.ts'
import { datetimeType } from './types/datetime/type.ts'
import { directoryType } from './types/directory/type.ts'
import { fileType, imageType } from './types/files/type.ts'
import { fullNameType } from './types/full-name/type.ts'
import { jsonType } from './types/json/type.ts'
import { linkType } from './types/link/type.ts'
import { moneyType } from './types/money/type.ts'
import { numberType } from './types/number/type.ts'
import { orgItemType } from './types/org-item/type.ts'
import { referenceType } from './types/reference/type.ts'
import { roleType } from './types/role/type.ts'
import { statusType } from './types/status/type.ts'
import { stringType } from './types/string/type.ts'
import { tableType } from './types/table/type.ts'
import { userType } from './types/user/type.ts'

/**
 * Every type of fields that the server has. The designer offers those with a `definition` in this order, the frequent
 * ones first.
 */
export const fieldTypes = [
  stringType,
  numberType,
  datetimeType,
  booleanType,
  categoryType,
  moneyType,
  referenceType,
  userType,
  fileType,
  imageType,
  fullNameType,
  phoneType,
  emailType,
  accountType,
  linkType,
  anyReferenceType,
  roleType,
  orgItemType,
  directoryType,
  tableType,
  jsonType,
  statusType,
] as const

/** The name of a type in the API. Maps with these keys are complete, or the type checker complains. */
export type TypeCode = (typeof fieldTypes)[number]['code']
type KnownType = FieldType & { readonly code: TypeCode }

const types: readonly KnownType[] = fieldTypes
const byCode = new Map<string, KnownType>(types.map((type) => [type.code, type]))
const byWord = new Map<string, KnownType>(
  types.flatMap((type) => (type.definition ? [[type.definition.word, type]] : [])),
)

/** Returns the type of a field. A type of a newer server, unknown to the console, is shown like JSON. */
export const typeOf = ({ type }: { readonly type: string }): KnownType => byCode.get(type) ?? jsonType

/**
 * Returns the type with a name in definition files and reports, such as `string`; unknown ones are treated like JSON.
 */
export const typeNamed = (word: string): KnownType => byWord.get(word) ?? jsonType

/** Returns how definition files write the type with a name; an unknown type is treated like JSON. */
export const definitionOf = (word: string): DefinitionOfType => typeNamed(word).definition ?? jsonType.definition

/** How definition files write the types, in the order of `fieldTypes`. */
export const definitionsOfTypes: readonly DefinitionOfType[] = types.flatMap(({ definition }) => definition ?? [])

/** Returns what a list requests of a field: the value, or the names of the referenced objects. */
export const requestOf = (field: { readonly type: string }): true | { readonly __name: true } =>
  typeOf(field).refersTo ? { __name: true } : true
