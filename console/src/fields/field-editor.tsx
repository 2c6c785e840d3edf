import type { Editor, EditorProps } from './editor.ts'
import { type TypeCode, typeOf } from './field-types.ts'
import { AnyReferenceEditor } from './types/any-reference/editor.tsx'
import { BooleanEditor } from './types/boolean/editor.tsx'
import { CategoryEditor } from './types/category/editor.tsx'
import { AccountEditor, EmailEditor, PhoneEditor } from './types/contacts/editor.tsx'
import { DatetimeEditor } from './types/datetime/editor.tsx'
import { DirectoryEditor } from './types/directory/editor.tsx'
import { FileEditor, ImageEditor } from './types/files/editor.tsx'
import { FullNameEditor } from './types/full-name/editor.tsx'
import { JsonEditor } from './types/json/editor.tsx'
import { LinkEditor } from './types/link/editor.tsx'
import { MoneyEditor } from './types/money/editor.tsx'
import { NumberEditor } from './types/number/editor.tsx'
import { OrgItemEditor } from './types/org-item/editor.tsx'
import { ReferenceEditor } from './types/reference/editor.tsx'
import { RoleEditor } from './types/role/editor.tsx'
import { StringEditor } from './types/string/editor.tsx'
import { TableEditor } from './types/table/editor.tsx'
import { UserEditor } from './types/user/editor.tsx'

const editors: Readonly<Record<TypeCode, Editor>> = {
  STRING: StringEditor,
  FLOAT: NumberEditor,
  DATETIME: DatetimeEditor,
  BOOLEAN: BooleanEditor,
  ENUM: CategoryEditor,
  MONEY: MoneyEditor,
  SYS_COLLECTION: ReferenceEditor,
  SYS_USER: UserEditor,
  FILE: FileEditor,
  IMAGE: ImageEditor,
  FULL_NAME: FullNameEditor,
  PHONE: PhoneEditor,
  EMAIL: EmailEditor,
  ACCOUNT: AccountEditor,
  LINK: LinkEditor,
  REF_ITEM: AnyReferenceEditor,
  ROLE: RoleEditor,
  SYS_OSNODE: OrgItemEditor,
  CATEGORY: DirectoryEditor,
  TABLE: TableEditor,
  JSON: JsonEditor,
  // Forms do not edit the status: it is changed by steps.
  STATUS: JsonEditor,
}

/** The editor that belongs to the type of a field. */
export function FieldEditor(props: EditorProps) {
  const Editor = editors[typeOf(props.field).code]
  return <Editor {...props} Cell={FieldEditor} />
}
