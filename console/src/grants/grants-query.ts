import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import type { GrantTarget } from './grant-target.ts'

/** The grants of a target. The server refuses the request when the user may not give rights. */
export const grantsQuery = (target: GrantTarget) =>
  queryOptions({
    queryKey: target.queryKey,
    queryFn: async ({ signal }) => (await target.list(signal)).grants,
    retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 2,
  })
