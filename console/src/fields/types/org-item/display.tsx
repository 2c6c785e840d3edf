import { useQuery } from '@tanstack/react-query'
import { orgItemsQuery } from '../../../api/names.ts'
import type { DisplayProps } from '../../field-type.ts'
import { Names } from '../../names.tsx'

/** Items of the organisation chart; their names come from the chart. */
export const OrgItemDisplay = ({ value, isInList }: DisplayProps) => {
  const { data: items = [] } = useQuery(orgItemsQuery)
  const named = (value as string[]).map((id) => ({
    __id: id,
    __name: items.find((item) => item.id === id)?.name ?? null,
  }))
  return <Names value={named} isInList={isInList} />
}
