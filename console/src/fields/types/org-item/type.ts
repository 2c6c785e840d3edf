import type { FieldType } from '../../field-type.ts'

/** Items of the organisation chart. */
export const orgItemType = {
  code: 'SYS_OSNODE',
  definition: { word: 'org_item', hasArray: true, standard: 'none' },
  filter: 'empty',
  isSortable: false,
  // The length of the name of an item.
  shownLength: 20,
} as const satisfies FieldType
