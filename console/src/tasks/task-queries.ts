import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'

export type Task = Operations['getTask']['result']['task']
export type TaskAction = Task['actions'][number]

export const tabs = ['mine', 'queue', 'overdue', 'waiting', 'done'] as const
export type Tab = (typeof tabs)[number]

/** A row of the task list. */
export interface ListedTask {
  readonly __id: string
  readonly subject: string
  readonly type: string
  readonly state: Task['state']
  readonly dueAt: string | null
  readonly createdAt: string
  readonly endedAt: string | null
  readonly assignee: string | null
  /** Ids of the persons whom the assignee has asked. */
  readonly asked: readonly string[]
  readonly template: { readonly name?: string } | null
  readonly instance: { readonly name?: string } | null
  readonly sheet: { readonly file?: { readonly name: string } } | null
  readonly exits: readonly Pick<Task['exits'][number], 'code' | 'name'>[]
  readonly outcome: Task['outcome']
}

/** Numbers of open tasks by tab. */
export const countsQuery = queryOptions({
  queryKey: keys.tasks('counts'),
  queryFn: ({ signal }) => call('countTasks', { signal }),
})

/** One page of a tab. Pages are counted from 1. */
export const listQuery = (tab: Tab, page: number, size: number, q: string) =>
  queryOptions({
    queryKey: keys.tasks('list', tab, page, size, q),
    queryFn: async ({ signal }) => {
      const filter = q ? { filter: { tf: { subject: q } } } : {}
      const query = { tab, query: { from: (page - 1) * size, size, sortExpressions: order(tab), ...filter } }
      const { result, total } = (await call('listTasks', { query, signal })).result
      return { rows: result as unknown as readonly ListedTask[], total }
    },
  })

const maxOfElement = 20

/** The open tasks about an element that the user may see. */
export const openTasksQuery = (itemId: string) =>
  queryOptions({
    queryKey: keys.tasks('of', itemId),
    queryFn: async ({ signal }) => {
      const query = { itemId, query: { size: maxOfElement, sortExpressions: order('mine') } }
      return (await call('listTasks', { query, signal })).result.result as unknown as readonly ListedTask[]
    },
  })

/** Tasks with the earliest due date come first; completed tasks with the latest end. */
const order = (tab: Tab) =>
  tab === 'done' ? [{ field: 'endedAt', ascending: false }] : [{ field: 'dueAt', ascending: true }]

/** One task with its form and history. */
export const taskQuery = (id: string) =>
  queryOptions({
    queryKey: keys.tasks('one', id),
    queryFn: async ({ signal }) => (await call('getTask', { params: { id }, signal })).task,
  })
