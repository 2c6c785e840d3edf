import type { FieldType } from '../../field-type.ts'

export const fileType = {
  code: 'FILE',
  definition: { word: 'file', hasArray: true, standard: 'none' },
  filter: 'empty',
  isSortable: false,
  isLong: () => true,
  holdsFiles: 'any',
} as const satisfies FieldType

export const imageType = {
  code: 'IMAGE',
  definition: { word: 'image', hasArray: true, standard: 'none' },
  filter: 'empty',
  isSortable: false,
  isLong: () => true,
  holdsFiles: 'images',
} as const satisfies FieldType
