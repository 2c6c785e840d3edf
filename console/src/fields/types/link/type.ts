import type { FieldType } from '../../field-type.ts'

/** Addresses of web pages. */
export const linkType = {
  code: 'LINK',
  definition: { word: 'link', hasSearch: true, hasIndex: true, standard: 'text' },
  filter: 'text',
  isSortable: true,
} as const satisfies FieldType
