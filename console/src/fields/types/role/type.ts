import type { FieldType } from '../../field-type.ts'

/** The holder of a role: a user, a group or an item of the organisation chart. */
export interface Role {
  readonly code: string
  readonly type: 'user' | 'group' | 'orgstruct'
}

export const roleType = {
  code: 'ROLE',
  definition: { word: 'role', hasArray: true, standard: 'none' },
  filter: 'empty',
  isSortable: false,
  // The length of the name of a holder.
  shownLength: 20,
} as const satisfies FieldType
