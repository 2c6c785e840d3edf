import { useUserNames } from '../../api/names.ts'
import type { FieldType, ShowProps } from '../field-type.ts'
import { unloadedIds } from '../named-entries.ts'
import { Names } from '../names.tsx'

export const userType: FieldType = {
  code: 'SYS_USER',
  Show: ({ value, isInList }: ShowProps) => (
    <Names value={value} isInList={isInList} names={useUserNames(unloadedIds(value))} />
  ),
  filter: () => 'user',
  isSortable: false,
  requests: { __name: true },
}
