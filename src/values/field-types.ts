import type { Field, FieldType } from './field-type.ts'
import { anyReferenceType } from './types/any-reference.ts'
import { booleanType } from './types/boolean.ts'
import { categoryType } from './types/category.ts'
import { accountType, emailType, phoneType } from './types/contact-list.ts'
import { datetimeType } from './types/datetime.ts'
import { decimalType } from './types/decimal.ts'
import { directoryType } from './types/directory.ts'
import { durationType } from './types/duration.ts'
import { fullNameType } from './types/full-name.ts'
import { fileType, imageType, orgItemType, userType } from './types/id-list.ts'
import { jsonType } from './types/json.ts'
import { moneyType } from './types/money.ts'
import { numberType } from './types/number.ts'
import { referenceType } from './types/reference.ts'
import { roleType } from './types/role.ts'
import { statusType } from './types/status.ts'
import { tableType } from './types/table.ts'
import { linkType, stringType } from './types/text.ts'

/** The field types that a definition may name, in the order in which they are offered. */
export const fieldTypes: readonly FieldType[] = [
  stringType,
  numberType,
  booleanType,
  datetimeType,
  categoryType,
  moneyType,
  phoneType,
  emailType,
  fullNameType,
  accountType,
  linkType,
  imageType,
  fileType,
  userType,
  referenceType,
  anyReferenceType,
  roleType,
  orgItemType,
  tableType,
  directoryType,
  jsonType,
]

/** All types: also those that no definition can name, because they belong to variables or to system fields. */
export const valueTypes: readonly FieldType[] = [...fieldTypes, decimalType, durationType, statusType]

const byCode = new Map([...fieldTypes, statusType].map((type) => [type.code, type]))
const byWord = new Map(fieldTypes.map((type) => [type.word, type]))

/** Returns the type with this name in the API, such as `STRING`; also finds the type of statuses. */
export function fieldTypeByCode(code: string): FieldType | undefined {
  return byCode.get(code)
}

/** Returns the type with this name in a definition file, such as `string`. */
export function fieldTypeByWord(word: string): FieldType | undefined {
  return byWord.get(word)
}

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
