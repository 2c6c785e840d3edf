import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'

/** The deployed solutions with what belongs to them. */
export const solutionsQuery = queryOptions({
  queryKey: keys.solutions(),
  queryFn: async ({ signal }) => (await call('listSolutions', { signal })).result.result,
})

/** The drift of a solution. A changed single file is drift until the solution is exported. */
export const driftQuery = (code: string) =>
  queryOptions({
    queryKey: keys.solutionDrift(code),
    queryFn: async ({ signal }) => (await call('getSolutionDrift', { params: { code }, signal })).drift,
  })

/** A file of a deployed solution. It is not read again while it is edited. */
export const fileQuery = (code: string, path: string) =>
  queryOptions({
    queryKey: keys.solutionFile(code, path),
    queryFn: ({ signal }) => call('getSolutionFile', { params: { code }, query: { path }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Paths, such as `legal.lawyers`, and names of the groups that access rules can name. */
export const groupPathsQuery = queryOptions({
  queryKey: keys.groupPaths(),
  queryFn: async ({ signal }) => {
    const { result } = await call('listGroups', { body: { size: 10_000, active: true }, signal })
    return result.result
      .filter(({ __id, code }) => code !== undefined && code !== __id)
      .map(({ namespace, code, name, __name }) => ({
        path: `${namespace}.${code}`,
        name: String(__name ?? name ?? ''),
      }))
  },
  staleTime: 60_000,
})

/** Returns the path of the file of an application inside its solution. */
export const pathOf = (namespace: string, code: string): string => `namespaces/${namespace}/apps/${code}.yaml`
