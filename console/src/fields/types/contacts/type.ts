import type { FieldType } from '../../field-type.ts'

export const phoneType = {
  code: 'PHONE',
  definition: { word: 'phone', hasSearch: true },
  filter: 'text',
  isSortable: true,
} as const satisfies FieldType

export const emailType = {
  code: 'EMAIL',
  definition: { word: 'email', hasSearch: true },
  filter: 'text',
  isSortable: true,
} as const satisfies FieldType

export const accountType = {
  code: 'ACCOUNT',
  definition: { word: 'account', hasSearch: true },
  filter: 'text',
  isSortable: true,
} as const satisfies FieldType
