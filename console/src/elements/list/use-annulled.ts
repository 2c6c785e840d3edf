import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import type { Registration } from '../../records/record-queries.ts'
import type { Application, Element } from '../application.ts'

/**
 * Maximum number of registrations that are read; enough for a page on which every element was registered more than
 * once.
 */
const maxRegistrations = 1000

/**
 * Returns the ids of those elements of a list whose registration was annulled and that have not been registered again,
 * as far as the person may see registrations.
 */
export function useAnnulled(schema: Application, rows: readonly Element[] | undefined): ReadonlySet<string> {
  const ids = schema.type === 'DOCUMENT' ? (rows ?? []).map(({ __id }) => __id) : []
  const { data = none } = useQuery({
    queryKey: keys.elements(schema, 'annulled', ids),
    queryFn: async ({ signal }) => {
      const filter = { tf: { elementId: ids } }
      const query: object = { query: { size: maxRegistrations, filter, fields: { elementId: true, status: true } } }
      const { result } = (await call('listRegistrations', { query, signal })).result
      const found = result as unknown as readonly (Pick<Registration, 'status'> & { readonly elementId: string })[]
      const registered = new Set(
        found.filter(({ status }) => status === 'registered').map(({ elementId }) => elementId),
      )
      return found.map(({ elementId }) => elementId).filter((id) => !registered.has(id))
    },
    enabled: ids.length > 0,
  })
  return useMemo(() => new Set(data), [data])
}

const none: readonly string[] = []
