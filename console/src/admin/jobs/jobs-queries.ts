import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'

export type ListedJob = Operations['listJobs']['result']['jobs'][number]

/** Which jobs the list shows. */
export const views = ['open', 'failed', 'all'] as const
export type JobView = (typeof views)[number]

export const isOpen = ({ state }: ListedJob): boolean => state === 'queued' || state === 'running'

/** Returns whether a list shows a job. A job also counts as failed when some of its elements were refused. */
export function matches(job: ListedJob, view: JobView): boolean {
  if (view === 'open') return isOpen(job)
  return view === 'all' || job.state === 'failed' || job.failed > 0
}

const refreshMs = 5_000

/** The newest jobs of all users. New ones appear within seconds. */
export const jobsQuery = queryOptions({
  queryKey: keys.jobs('all'),
  queryFn: async ({ signal }) => (await call('listJobs', { query: { size: 200 }, signal })).jobs,
  refetchInterval: refreshMs,
})

/** The queues of the server. */
export const queuesQuery = queryOptions({
  queryKey: keys.queues(),
  queryFn: ({ signal }) => call('listQueues', { signal }),
  refetchInterval: refreshMs,
})
