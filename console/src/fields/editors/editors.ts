import type { Editor } from '../editor.ts'
import { AnyReferenceEditor } from './any-reference.tsx'
import { BooleanEditor } from './boolean.tsx'
import { CategoryEditor } from './category.tsx'
import { AccountEditor, EmailEditor, PhoneEditor } from './contacts.tsx'
import { DatetimeEditor } from './datetime.tsx'
import { DirectoryEditor } from './directory.tsx'
import { FileEditor, ImageEditor } from './files.tsx'
import { FullNameEditor } from './full-name.tsx'
import { JsonEditor } from './json.tsx'
import { LinkEditor } from './link.tsx'
import { MoneyEditor } from './money.tsx'
import { NumberEditor } from './number.tsx'
import { OrgItemEditor } from './org-item.tsx'
import { ReferenceEditor } from './reference.tsx'
import { RoleEditor } from './role.tsx'
import { StringEditor } from './string.tsx'
import { UserEditor } from './user.tsx'

/** The editors of the types that a column of a table can have. A status has no editor; it is changed by steps. */
export const editors: Readonly<Record<string, Editor>> = {
  STRING: StringEditor,
  FLOAT: NumberEditor,
  BOOLEAN: BooleanEditor,
  DATETIME: DatetimeEditor,
  ENUM: CategoryEditor,
  MONEY: MoneyEditor,
  PHONE: PhoneEditor,
  EMAIL: EmailEditor,
  FULL_NAME: FullNameEditor,
  ACCOUNT: AccountEditor,
  LINK: LinkEditor,
  IMAGE: ImageEditor,
  FILE: FileEditor,
  SYS_USER: UserEditor,
  SYS_COLLECTION: ReferenceEditor,
  REF_ITEM: AnyReferenceEditor,
  ROLE: RoleEditor,
  SYS_OSNODE: OrgItemEditor,
  CATEGORY: DirectoryEditor,
  JSON: JsonEditor,
}
