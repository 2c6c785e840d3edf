import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'

export type Group = Operations['getGroup']['result']['group']

/** One page of the groups whose name contains a text. Pages are counted from 1. */
export const groupListQuery = (page: number, size: number, q: string) =>
  queryOptions({
    queryKey: keys.groups('list', page, size, q),
    queryFn: async ({ signal }) => {
      const filter = q ? { filter: { tf: { __name: q } } } : {}
      const sortExpressions = [{ field: '__name', ascending: true }]
      const body = { from: (page - 1) * size, size, sortExpressions, ...filter }
      const { result, total } = (await call('listGroups', { body, signal })).result
      return { rows: result as unknown as readonly Group[], total }
    },
  })

/** One group with the ids of its direct members. */
export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: keys.groups('one', id),
    queryFn: async ({ signal }) => (await call('getGroup', { params: { id }, signal })).group,
  })

/** Names of the users that are direct members of a group. */
export const groupUsersQuery = (id: string) =>
  queryOptions({
    queryKey: keys.groups('users', id),
    queryFn: async ({ signal }) => {
      const { result } = await call('listGroupUsers', { params: { id }, signal })
      return result.result.map(({ __id, __name, login }) => ({ id: __id, name: String(__name || login) }))
    },
  })

/** Whether the server derives the members of a group, so that they cannot be changed. */
export const isDerived = ({ system, isDefault }: Group): boolean => system || isDefault
