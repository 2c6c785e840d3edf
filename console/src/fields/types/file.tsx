import type { FieldType, ShowProps } from '../field-type.ts'
import { Files } from '../files.tsx'

export const fileType: FieldType = {
  code: 'FILE',
  Show: ({ value, isInList }: ShowProps) => <Files value={value} isInList={isInList} />,
  filter: () => 'empty',
  isLong: () => true,
  isSortable: false,
}
