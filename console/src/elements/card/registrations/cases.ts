import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query-keys.ts'
import { nomenclatureQuery } from '../../../records/record-queries.ts'
import { accepts, registrableQuery } from '../../../records/registrable-applications.ts'
import type { Application } from '../../application.ts'

/** The cases that the user can see, with their index and name, and whether their numbers are typed. */
export const casesQuery = queryOptions({
  queryKey: keys.cases('choices'),
  queryFn: async ({ signal }) => {
    const list = { size: 1000, sortExpressions: [{ field: 'index', ascending: true }] }
    const input = { query: { query: list }, signal }
    const { result } = (await call('listCases', input)).result
    return result.map(({ __id, index, officeId, __name, state, registrationSettings }) => ({
      id: String(__id),
      name: [index, __name].filter(Boolean).join(' '),
      index: (index ?? null) as string | null,
      officeId: String(officeId),
      isOpen: state === 'active',
      isTyped: (registrationSettings as { templateEnabled?: boolean } | undefined)?.templateEnabled === false,
    }))
  },
  staleTime: 60_000,
})

/** The open cases in which the user can register elements of an application. */
export function useCasesFor({ namespace, code }: Application) {
  const { data: cases = [] } = useQuery(casesQuery)
  const { data: applications = [] } = useQuery(registrableQuery)
  const { data: nomenclature } = useQuery(nomenclatureQuery)
  const application = applications.find((each) => each.namespace === namespace && each.code === code)
  const offices = (nomenclature?.directories ?? []).filter(({ rights }) => rights.includes('register'))
  return cases.filter(
    ({ isOpen, index, officeId }) =>
      isOpen && application && accepts(application, index) && offices.some(({ id }) => id === officeId),
  )
}
