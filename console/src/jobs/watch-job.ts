import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { createStore } from '../api/store.ts'

export type Job = Operations['getJob']['result']

/** A job that the user started in this tab, as last read. */
export interface WatchedJob {
  readonly id: string
  readonly title: string
  readonly job: Job | undefined
}

const pollMs = 1000
export const watchedJobs = createStore<readonly WatchedJob[]>([])
export const hasEnded = (job: Job | undefined): boolean =>
  job !== undefined && !['queued', 'running'].includes(job.state)

/**
 * Shows a card with the progress of a job until the user closes the card. Calls `onEnd` when the job has ended,
 * unless the card was closed before.
 */
export function watchJob(id: string, { title, onEnd }: { title: string; onEnd?: (job: Job) => void }): void {
  watchedJobs.set([...watchedJobs.get().filter((each) => each.id !== id), { id, title, job: undefined }])
  void follow(id, onEnd)
}

/** Removes the card of a job; the job itself goes on. */
export const forgetJob = (id: string): void => watchedJobs.set(watchedJobs.get().filter((each) => each.id !== id))

async function follow(id: string, onEnd?: (job: Job) => void): Promise<void> {
  while (watchedJobs.get().some((each) => each.id === id)) {
    const job = await call('getJob', { params: { id } }).catch(() => undefined)
    if (job) watchedJobs.set(watchedJobs.get().map((each) => (each.id === id ? { ...each, job } : each)))
    if (job && hasEnded(job)) return onEnd?.(job)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
