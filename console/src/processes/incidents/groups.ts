import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'
import { pollMs } from '../queries.ts'

export type IncidentGroup = Operations['listIncidentGroups']['result']['groups'][number]

/** Open incidents by cause, the largest group first. */
export const groupsQuery = queryOptions({
  queryKey: keys.incidents('groups'),
  queryFn: async ({ signal }) => (await call('listIncidentGroups', { query: { size: 1000 }, signal })).groups,
  refetchInterval: pollMs,
})

/** Returns the key of a group in the address. */
export const groupKey = ({ template, element, messageHash }: IncidentGroup): string =>
  [template, element, messageHash].join(' ')

/** One incident of a group. */
interface Incident {
  readonly __id: string
  readonly instanceId: string
  readonly message: string
  readonly openedAt: string
}

/** Maximum number of incidents of a group that the pane shows. */
const shownAtMost = 200

/** The open incidents of a group, the newest first. */
export const incidentsQuery = ({ template, element, messageHash }: IncidentGroup) =>
  queryOptions({
    queryKey: keys.incidents(template, element, messageHash),
    queryFn: async ({ signal }) => {
      const query = {
        active: true,
        size: shownAtMost,
        fields: { instanceId: true, message: true, openedAt: true },
        filter: { tf: { templateId: [template], element, messageHash } },
      }
      const { result } = await call('listIncidents', { query: { query }, signal })
      return { total: result.total, incidents: result.result as unknown as readonly Incident[] }
    },
  })

/** Names of instances by their ids. */
export const instanceNamesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: keys.instanceNames(ids),
    queryFn: async ({ signal }) => {
      const query = { ids, size: ids.length, fields: { __name: true } }
      const { result } = (await call('listAllInstances', { query: { query }, signal })).result
      return new Map(result.map(({ __id, __name }) => [__id, String(__name)]))
    },
    enabled: ids.length > 0,
  })
