import type { FieldType } from '../../field-type.ts'

/** The parts of a person's name; each can be empty. */
export interface FullName {
  readonly lastname: string
  readonly firstname: string
  readonly middlename: string
}

export const fullNameType = {
  code: 'FULL_NAME',
  definition: { word: 'full_name', hasSearch: true },
  filter: 'text',
  isSortable: true,
} as const satisfies FieldType
