import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './query-keys.ts'

/** The user, the settings, the applications and the counts: what the shell shows. */
export const workspaceQuery = queryOptions({
  queryKey: keys.workspace(),
  queryFn: ({ signal }) => call('getWorkspace', { signal }),
  staleTime: 60_000,
})
