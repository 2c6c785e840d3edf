import { useQuery } from '@tanstack/react-query'
import { groupsQuery, orgItemsQuery, useUserNames } from '../../api/names.ts'
import type { FieldType, ShowProps } from '../field-type.ts'
import { Names } from '../names.tsx'

/** The holder of a role: a user, a group or an item of the organisation chart. */
export interface Role {
  readonly code: string
  readonly type: 'user' | 'group' | 'orgstruct'
}

export const roleType: FieldType = {
  code: 'ROLE',
  Show: ({ value, isInList }: ShowProps) => {
    const roles = value as Role[]
    const users = useUserNames(roles.filter(({ type }) => type === 'user').map(({ code }) => code))
    const { data: groups = [] } = useQuery(groupsQuery)
    const { data: items = [] } = useQuery(orgItemsQuery)
    const named = roles.map(({ code, type }) => ({
      __id: code,
      __name:
        (type === 'user' ? users.get(code) : (type === 'group' ? groups : items).find(({ id }) => id === code)?.name) ??
        null,
    }))
    return <Names value={named} isInList={isInList} />
  },
  filter: () => 'empty',
  isSortable: false,
}
