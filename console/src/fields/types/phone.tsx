import { Contacts } from '../contacts.tsx'
import type { FieldType, ShowProps } from '../field-type.ts'

export const phoneType: FieldType = {
  code: 'PHONE',
  Show: ({ value, isInList }: ShowProps) => (
    <Contacts value={value} isInList={isInList} entryKey="tel" hrefOf={(tel) => `tel:${tel.replace(/[^\d+]/g, '')}`} />
  ),
  filter: () => 'text',
  isSortable: true,
}
