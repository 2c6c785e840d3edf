import type { FieldType } from '../../field-type.ts'

export const jsonType = {
  code: 'JSON',
  definition: { word: 'json' },
  filter: 'empty',
  isSortable: false,
  isLong: () => true,
} as const satisfies FieldType
