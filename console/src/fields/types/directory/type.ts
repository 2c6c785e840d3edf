import type { FieldType } from '../../field-type.ts'

/** The directory of files in which an object is. */
export const directoryType = {
  code: 'CATEGORY',
  definition: { word: 'directory', standard: 'none' },
  filter: 'empty',
  isSortable: false,
  isLong: () => true,
} as const satisfies FieldType
