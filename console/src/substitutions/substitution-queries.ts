import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'

export type Substitution = Operations['listSubstitutions']['result']['result']['result'][number]

/** The substitutions that the user may see, newest first. */
export const substitutionsQuery = queryOptions({
  queryKey: keys.substitutions(),
  queryFn: async ({ signal }) => (await call('listSubstitutions', { signal })).result.result,
})

/** Returns whether a user is the principal or the substitute of a substitution. */
export const isPart = ({ principal, substitute }: Substitution, userId: string): boolean =>
  principal === userId || substitute === userId

/** Returns whether a substitution that has not ended makes `principal` the substitute of `substitute`. */
export const isReverse = (given: Substitution, principal: string, substitute: string): boolean =>
  given.state !== 'ended' && given.principal === substitute && given.substitute === principal
