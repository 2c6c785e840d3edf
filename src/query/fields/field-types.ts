import { accountType } from './account.ts'
import { anyReferenceType } from './any-reference.ts'
import { booleanType } from './boolean.ts'
import { categoryType } from './category.ts'
import { datetimeType } from './datetime.ts'
import { directoryType } from './directory.ts'
import { emailType } from './email.ts'
import type { FieldType } from './field-type.ts'
import { fileType } from './file.ts'
import { fullNameType } from './full-name.ts'
import { imageType } from './image.ts'
import { jsonType } from './json.ts'
import { linkType } from './link.ts'
import { moneyType } from './money.ts'
import { numberType } from './number.ts'
import { orgItemType } from './org-item.ts'
import { phoneType } from './phone.ts'
import { referenceType } from './reference.ts'
import { roleType } from './role.ts'
import { statusType } from './status.ts'
import { stringType } from './string.ts'
import { tableType } from './table.ts'
import { userType } from './user.ts'

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

const byCode = new Map([...fieldTypes, statusType].map((type) => [type.code, type]))
const byWord = new Map(fieldTypes.map((type) => [type.word, type]))

/** Returns the type with this name in the API, such as `STRING`; includes system types. */
export function fieldTypeByCode(code: string): FieldType | undefined {
  return byCode.get(code)
}

/** Returns the type with this name in a definition file, such as `string`. */
export function fieldTypeByWord(word: string): FieldType | undefined {
  return byWord.get(word)
}
