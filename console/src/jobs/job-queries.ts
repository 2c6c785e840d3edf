import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'
import type { Tone } from '../ui/status-chip.tsx'

export type Job = Operations['getJob']['result']

export const jobTones: Readonly<Record<Job['state'], Tone>> = {
  queued: 'neutral',
  running: 'info',
  done: 'good',
  failed: 'danger',
  cancelled: 'neutral',
}

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: keys.jobs('one', id),
    queryFn: ({ signal }) => call('getJob', { params: { id }, signal }),
  })
