import type { FieldType } from '../../field-type.ts'

/** One or several values of a fixed set. The schema has their names in the language of the user. */
export const categoryType = {
  code: 'ENUM',
  definition: {
    word: 'category',
    hasArray: true,
    hasIndex: true,
    standard: 'category',
    settings: [[{ input: 'values' }]],
  },
  filter: 'choice',
  isSortable: true,
  framePx: 16,
} as const satisfies FieldType
