import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './call.ts'
import { keys } from './query-keys.ts'

const staleMs = 5 * 60_000

/** The items of the organisation chart. */
export const orgItemsQuery = queryOptions({
  queryKey: keys.orgItems(),
  queryFn: async ({ signal }) => (await call('listOrgItems', { signal })).items,
  staleTime: staleMs,
})

/** Ids and names of all groups that the user can see. */
export const groupsQuery = queryOptions({
  queryKey: keys.groups(),
  queryFn: async ({ signal }) => {
    const { result } = await call('listGroups', { body: { size: 10_000, active: true }, signal })
    return result.result.map((group) => ({ id: group.__id, name: String(group.name ?? group.__name ?? '') }))
  },
  staleTime: staleMs,
})

/** Name, size and hash of a file. */
export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: keys.file(id),
    queryFn: async ({ signal }) => (await call('getFile', { params: { id }, signal })).file,
    staleTime: staleMs,
  })

/** Returns the name of a user; the login of a user without a name. */
export const userName = ({ __name, login }: { readonly __name?: string | null; readonly login?: unknown }): string =>
  __name || String(login ?? '')

/**
 * Returns the names of elements of an application by their ids. Names that are not loaded or not visible are missing.
 */
export function useElementNames(
  { namespace = '', code = '' }: { readonly namespace?: string; readonly code?: string },
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].sort()
  const { data } = useQuery({
    queryKey: keys.elementNames(namespace, code, wanted),
    queryFn: async ({ signal }) => {
      const body = { ids: wanted, size: wanted.length, fields: { __name: true } }
      return (await call('listElements', { params: { namespace, code }, body, signal })).result.result
    },
    // Without a target, the user may not know of the application of the elements.
    enabled: wanted.length > 0 && code !== '',
    staleTime: staleMs,
  })
  return useMemo(() => new Map(data?.map(({ __id, __name }) => [__id, String(__name ?? '')]) ?? []), [data])
}

/** Returns the names of users by their ids. Names that are not loaded yet are missing. */
export function useUserNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...new Set(ids)].sort()
  const { data } = useQuery({
    queryKey: keys.userNames(wanted),
    queryFn: async ({ signal }) => {
      const body = { ids: wanted, size: wanted.length, fields: { __name: true, login: true } }
      return (await call('listUsers', { body, signal })).result.result
    },
    enabled: wanted.length > 0,
    staleTime: staleMs,
  })
  return useMemo(() => new Map(data?.map((user) => [user.__id, userName(user)]) ?? []), [data])
}
