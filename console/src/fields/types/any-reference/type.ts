import type { FieldType } from '../../field-type.ts'

/** An element of any application. */
export interface AnyReference {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

export const anyReferenceType = {
  code: 'REF_ITEM',
  definition: { word: 'any_reference', hasArray: true, standard: 'none' },
  filter: 'empty',
  isSortable: false,
} as const satisfies FieldType
