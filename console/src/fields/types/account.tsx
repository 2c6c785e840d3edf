import { Contacts } from '../contacts.tsx'
import type { FieldType, ShowProps } from '../field-type.ts'

export const accountType: FieldType = {
  code: 'ACCOUNT',
  Show: ({ value, isInList }: ShowProps) => <Contacts value={value} isInList={isInList} entryKey="login" />,
  filter: () => 'text',
  isSortable: true,
}
