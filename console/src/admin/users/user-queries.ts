import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'
import type { Tone } from '../../ui/status-chip.tsx'

/** A user with the fields that the queries of this area request. */
export type User = Required<Operations['listUsers']['result']['result']['result'][number]>
export type UserStatus = 'invited' | 'active' | 'blocked'

const statuses: readonly UserStatus[] = ['invited', 'active', 'blocked']
export const statusTones: Readonly<Record<UserStatus, Tone>> = { invited: 'info', active: 'good', blocked: 'danger' }

/** Returns the status of a user. The numbers of the statuses begin with 1. */
export const statusOf = ({ __status }: User): UserStatus =>
  statuses[((__status as { status?: number } | undefined)?.status ?? 2) - 1] ?? 'active'

/** One page of the users whose name, login or email address contains a text. Pages are counted from 1. */
export const usersQuery = (page: number, size: number, q: string) =>
  queryOptions({
    queryKey: keys.users('list', page, size, q),
    queryFn: async ({ signal }) => {
      const has = (field: string) => ({ like: [{ field }, { const: q }] })
      const filter = q ? { filter: { or: [has('__name'), has('login'), has('email')] } } : {}
      const sortExpressions = [{ field: '__name', ascending: true }]
      const body = { from: (page - 1) * size, size, sortExpressions, fields, ...filter }
      const { result, total } = (await call('listUsers', { body, signal })).result
      return { rows: result as readonly User[], total }
    },
  })

const fields = { __name: true, login: true, email: true, displayedPosition: true, __status: true }

/** A list with the user of an id and all fields of the user; empty when there is no such user. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: keys.users('one', id),
    queryFn: async ({ signal }) => {
      const { result } = await call('listUsers', { body: { ids: [id], size: 1 }, signal })
      return result.result as readonly User[]
    },
  })

/** A group that a user is effectively in. */
export interface GroupOfUser {
  readonly __id: string
  readonly name: string
  readonly namespace: string
  readonly code: string
  readonly subOrgunitIds: readonly string[]
}

/** Returns whether a group is the built-in group of the administrators. */
export const isOfAdministrators = ({ namespace, code }: GroupOfUser): boolean =>
  namespace === 'global' && code === 'administrators'

/** The groups that a user is effectively in, with their direct members. */
export const groupsOfUserQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.groups('of-user', userId),
    queryFn: async ({ signal }) => {
      const fields = { name: true, namespace: true, code: true, subOrgunitIds: true }
      const { result } = await call('listGroups', { body: { filter: { userId }, size: 1000, fields }, signal })
      return result.result as unknown as readonly GroupOfUser[]
    },
  })
