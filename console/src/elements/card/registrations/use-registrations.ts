import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query-keys.ts'
import type { Registration } from '../../../records/record-queries.ts'
import type { Application } from '../../application.ts'

/** The parts of a registration that everyone who can see the element can see. */
export type ElementRegistration = Pick<
  Registration,
  '__id' | 'nomenclatureId' | 'number' | 'status' | 'date' | 'registeredAt' | 'registeredBy' | 'reason'
>

/**
 * Queries the registrations of an element, the newest first; also the annulled ones. Everyone who can see the element
 * can see them, also people without a right to the office.
 */
export function useRegistrations(schema: Application, id: string, isEnabled = true) {
  return useQuery({
    queryKey: keys.elements(schema, 'registrations', id),
    queryFn: async ({ signal }) => {
      const { namespace, code } = schema
      const { result } = await call('listElementRegistrations', { params: { namespace, code, id }, signal })
      return result.map(({ id: __id, ...each }) => ({ ...each, __id })) as unknown as readonly ElementRegistration[]
    },
    enabled: isEnabled,
  })
}
