import type { FieldType } from './field-type.ts'
import { accountType } from './types/account.tsx'
import { anyReferenceType } from './types/any-reference.tsx'
import { booleanType } from './types/boolean.tsx'
import { categoryType } from './types/category.tsx'
import { datetimeType } from './types/datetime.tsx'
import { directoryType } from './types/directory.tsx'
import { emailType } from './types/email.tsx'
import { fileType } from './types/file.tsx'
import { fullNameType } from './types/full-name.tsx'
import { imageType } from './types/image.tsx'
import { jsonType } from './types/json.tsx'
import { linkType } from './types/link.tsx'
import { moneyType } from './types/money.tsx'
import { numberType } from './types/number.tsx'
import { orgItemType } from './types/org-item.tsx'
import { phoneType } from './types/phone.tsx'
import { referenceType } from './types/reference.tsx'
import { roleType } from './types/role.tsx'
import { statusType } from './types/status.tsx'
import { stringType } from './types/string.tsx'
import { tableType } from './types/table.tsx'
import { userType } from './types/user.tsx'

/** Every type of fields that the server has, in the order of the server. */
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
  statusType,
]

const byCode = new Map(fieldTypes.map((type) => [type.code, type]))

/** Returns the type of a field. A type of a newer server, unknown to the console, is shown like JSON. */
export const typeOf = ({ type }: { readonly type: string }): FieldType => byCode.get(type) ?? jsonType
