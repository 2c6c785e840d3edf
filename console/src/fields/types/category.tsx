import { Tag } from '../../ui/status-chip.tsx'
import type { FieldType, ShowProps } from '../field-type.ts'

/** One or several values of a fixed set. The schema has their names in the language of the user. */
export const categoryType: FieldType = {
  code: 'ENUM',
  Show: ({ value, field }: ShowProps) =>
    (value as { code: string; name: string }[]).map(({ code, name }) => (
      <Tag key={code}>{field.data.enumItems?.find((item) => item.code === code)?.name ?? name}</Tag>
    )),
  filter: () => 'choice',
  isSortable: true,
}
