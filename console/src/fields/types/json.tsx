import type { FieldType, ShowProps } from '../field-type.ts'

const shownInList = 80

export const jsonType: FieldType = {
  code: 'JSON',
  Show: ({ value, isInList }: ShowProps) =>
    isInList ? (
      <code>{JSON.stringify(value).slice(0, shownInList)}</code>
    ) : (
      <pre style={{ margin: 0, whiteSpace: 'pre-wrap' }}>{JSON.stringify(value, undefined, 2)}</pre>
    ),
  filter: () => 'empty',
  isLong: () => true,
  isSortable: false,
}
