import { Contacts } from '../contacts.tsx'
import type { FieldType, ShowProps } from '../field-type.ts'

export const emailType: FieldType = {
  code: 'EMAIL',
  Show: ({ value, isInList }: ShowProps) => (
    <Contacts value={value} isInList={isInList} entryKey="email" hrefOf={(email) => `mailto:${email}`} />
  ),
  filter: () => 'text',
  isSortable: true,
}
