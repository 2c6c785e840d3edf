import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** The cases that the user can see, with their index and name, and whether their numbers are typed. */
export const casesQuery = queryOptions({
  queryKey: ['cases', 'choices'],
  queryFn: async ({ signal }) => {
    const list = { size: 1000, sortExpressions: [{ field: 'index', ascending: true }] }
    const input = { query: { query: list }, signal }
    const { result } = (await call('listCases', input)).result
    return result.map(({ __id, index, __name, state, registrationSettings }) => ({
      id: String(__id),
      name: [index, __name].filter(Boolean).join(' '),
      isOpen: state === 'active',
      isTyped: (registrationSettings as { templateEnabled?: boolean } | undefined)?.templateEnabled === false,
    }))
  },
  staleTime: 60_000,
})
