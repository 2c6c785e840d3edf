import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { Registration } from '../../../records/record-queries.ts'
import { type Application, elementsKey } from '../../application.ts'

/** Queries the registrations of an element, the newest first; also the annulled ones. */
export function useRegistrations(schema: Application, id: string, isEnabled = true) {
  return useQuery({
    queryKey: [...elementsKey(schema), 'registrations', id],
    queryFn: async ({ signal }) => {
      const query: object = { query: { size: 100, filter: { tf: { elementId: id } } } }
      const { result } = (await call('listRegistrations', { query, signal })).result
      return result as unknown as readonly Registration[]
    },
    enabled: isEnabled,
  })
}
