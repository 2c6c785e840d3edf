import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import type { Registration } from './record-queries.ts'

/**
 * The latest number of an element in a case, without annulled numbers; null when there is none. The number is read
 * anew for each dialog, because a registration needs to name the latest number.
 */
export const earlierRegistrationQuery = (elementId: string, caseId: string) =>
  queryOptions({
    queryKey: keys.records('earlier', elementId, caseId),
    queryFn: async ({ signal }) => {
      const tf = { elementId, nomenclatureId: caseId, status: 'registered' }
      const query = { size: 1, filter: { tf } }
      const { result } = (await call('listRegistrations', { query: { query } as object, signal })).result
      return (result[0] as unknown as Registration | undefined) ?? null
    },
    gcTime: 0,
    enabled: elementId !== '' && caseId !== '',
  })
