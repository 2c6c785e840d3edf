import type { FieldType } from '../../field-type.ts'

export const userType = {
  code: 'SYS_USER',
  definition: { word: 'user', hasArray: true, hasIndex: true, standard: 'none' },
  filter: 'user',
  isSortable: false,
  refersTo: 'users',
} as const satisfies FieldType
