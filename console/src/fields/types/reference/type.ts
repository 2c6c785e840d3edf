import type { FieldType } from '../../field-type.ts'

/** References to elements of one application. */
export const referenceType = {
  code: 'SYS_COLLECTION',
  definition: {
    word: 'reference',
    hasArray: true,
    hasIndex: true,
    standard: 'none',
    settings: [[{ input: 'target' }]],
  },
  filter: 'link',
  isSortable: false,
  refersTo: 'elements',
} as const satisfies FieldType
