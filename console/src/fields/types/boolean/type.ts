import type { FieldType } from '../../field-type.ts'

export const booleanType = {
  code: 'BOOLEAN',
  definition: { word: 'boolean', hasIndex: true, standard: 'boolean' },
  filter: 'boolean',
  isSortable: true,
} as const satisfies FieldType
