import type { ComponentType } from 'react'
import type { DisplayProps, Field } from './field-type.ts'
import { type TypeCode, typeOf } from './field-types.ts'
import { isEmpty } from './is-empty.ts'
import { AnyReferenceDisplay } from './types/any-reference/display.tsx'
import { BooleanDisplay } from './types/boolean/display.tsx'
import { CategoryDisplay } from './types/category/display.tsx'
import { AccountDisplay, EmailDisplay, PhoneDisplay } from './types/contacts/display.tsx'
import { DatetimeDisplay } from './types/datetime/display.tsx'
import { DirectoryDisplay } from './types/directory/display.tsx'
import { FilesDisplay } from './types/files/display.tsx'
import { FullNameDisplay } from './types/full-name/display.tsx'
import { JsonDisplay } from './types/json/display.tsx'
import { LinkDisplay } from './types/link/display.tsx'
import { MoneyDisplay } from './types/money/display.tsx'
import { NumberDisplay } from './types/number/display.tsx'
import { OrgItemDisplay } from './types/org-item/display.tsx'
import { ReferenceDisplay } from './types/reference/display.tsx'
import { RoleDisplay } from './types/role/display.tsx'
import { StatusDisplay } from './types/status/display.tsx'
import { StringDisplay } from './types/string/display.tsx'
import { TableDisplay } from './types/table/display.tsx'
import { UserDisplay } from './types/user/display.tsx'

const displays: Readonly<Record<TypeCode, ComponentType<DisplayProps>>> = {
  STRING: StringDisplay,
  FLOAT: NumberDisplay,
  DATETIME: DatetimeDisplay,
  BOOLEAN: BooleanDisplay,
  ENUM: CategoryDisplay,
  MONEY: MoneyDisplay,
  SYS_COLLECTION: ReferenceDisplay,
  SYS_USER: UserDisplay,
  FILE: FilesDisplay,
  IMAGE: FilesDisplay,
  FULL_NAME: FullNameDisplay,
  PHONE: PhoneDisplay,
  EMAIL: EmailDisplay,
  ACCOUNT: AccountDisplay,
  LINK: LinkDisplay,
  REF_ITEM: AnyReferenceDisplay,
  ROLE: RoleDisplay,
  SYS_OSNODE: OrgItemDisplay,
  CATEGORY: DirectoryDisplay,
  TABLE: TableDisplay,
  JSON: JsonDisplay,
  STATUS: StatusDisplay,
}

/** The value of a field, in one line of a list or in full. An empty value is nothing in a list and a dash elsewhere. */
export function FieldValue(props: { field: Field; value: unknown; isInList?: boolean }) {
  const { field, value, isInList = false } = props
  if (isEmpty(value)) return isInList ? null : <span style={{ color: 'var(--muted)' }}>—</span>
  const Display = displays[typeOf(field).code]
  return <Display value={value} field={field} isInList={isInList} renderCell={renderCell} />
}

const renderCell = (field: Field, value: unknown) => <FieldValue field={field} value={value} isInList />
