import { useQuery } from '@tanstack/react-query'
import { groupsQuery, orgItemsQuery, useUserNames } from '../../../api/names.ts'
import type { DisplayProps } from '../../field-type.ts'
import { Names } from '../../names.tsx'
import type { Role } from './type.ts'

export const RoleDisplay = ({ value, isInList }: DisplayProps) => {
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
}
