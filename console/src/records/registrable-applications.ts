import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'

/** The applications whose elements the user can register, with the indexes of their cases; null for all cases. */
export const registrableQuery = queryOptions({
  queryKey: keys.records('registrable applications'),
  queryFn: async ({ signal }) => (await call('listRegistrableApplications', { signal })).applications,
  staleTime: 60_000,
})

/** Returns whether elements of an application can be registered in a case with this index. */
export const accepts = ({ cases }: { readonly cases: readonly string[] | null }, index: string | null): boolean =>
  cases === null || cases.includes(index ?? '')
