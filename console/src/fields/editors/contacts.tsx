import { ContactRows } from '../contact-rows.tsx'
import type { EditorProps } from '../editor.ts'

export const PhoneEditor = (props: EditorProps) => (
  <ContactRows {...props} entryKey="tel" entryLabel="fields.phone" type="tel" />
)

export const EmailEditor = (props: EditorProps) => (
  <ContactRows {...props} entryKey="email" entryLabel="fields.email" type="email" />
)

export const AccountEditor = (props: EditorProps) => (
  <ContactRows {...props} entryKey="login" entryLabel="fields.login" type="text" />
)
