import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { type Interval, startInterval } from '../kit/time/interval.ts'
import type { PeriodicJob } from '../kit/time/periodic-job.ts'
import type { Queues } from './queues.ts'

export interface PeriodicJobs {
  every(job: PeriodicJob): Promise<void>
  /** Starts the jobs registered so far, and from now on each job when it is registered. */
  start(): Promise<void>
  /** Runs the periodic jobs of this node that are due at the time of the platform's clock, and waits for them. */
  runDue(): Promise<void>
  /** Stops the jobs of this node and waits for those that are running. */
  close(): Promise<void>
}

/** Prefix of the queues of the jobs that run on one node. */
export const periodicPrefix = 'every/'

/**
 * Creates the register of periodic jobs. Jobs with `on: 'one node'` are kept in queues, so that they outlive a dead
 * node.
 */
export function createPeriodicJobs(deps: { clock: Clock; log: Log; queues: Queues }): PeriodicJobs {
  const { clock, log, queues } = deps
  const names = new Set<string>()
  const onThisNode: PeriodicJob[] = []
  const intervals: Interval[] = []
  /** Delays in ms of the first runs by queue, until the jobs are started. */
  const firstRuns = new Map<string, number>()
  let isStarted = false
  const failed = (name: string, error: unknown): void => log('warn', 'a periodic job failed', { job: name, error })

  function startOnThisNode(job: PeriodicJob): void {
    intervals.push(startInterval({ ...job, clock, onError: (error) => failed(job.name, error) }))
  }

  /** Each run enqueues the next one, so the queue holds one waiting job, which any node may take. */
  async function startOnOneNode({ name, everyMs, firstAfterMs = everyMs, run }: PeriodicJob): Promise<void> {
    const queue = periodicPrefix + name.replaceAll(/[^\w]+/g, '-')
    const runOnce = async ({ signal }: { signal: AbortSignal }): Promise<void> => {
      const startedMs = clock.monotonicMs()
      try {
        await run(signal)
      } catch (error) {
        signal.throwIfAborted()
        failed(name, error)
      }
      await queues.enqueueOnce(queue, Math.max(startedMs + everyMs - clock.monotonicMs(), 0))
    }
    await queues.work(queue, runOnce, { maxWaiting: 1, retryLimit: 100_000 })
    if (isStarted) await queues.enqueueOnce(queue, firstAfterMs)
    else firstRuns.set(queue, firstAfterMs)
  }

  return {
    async every(job) {
      if (names.has(job.name)) throw new Error(`there are two periodic jobs "${job.name}"`)
      names.add(job.name)
      if (job.on === 'one node') return startOnOneNode(job)
      onThisNode.push(job)
      if (isStarted) startOnThisNode(job)
    },
    async start() {
      if (isStarted) return
      isStarted = true
      onThisNode.forEach(startOnThisNode)
      await Promise.all([...firstRuns].map(([queue, delayMs]) => queues.enqueueOnce(queue, delayMs)))
    },
    async runDue() {
      await Promise.all(intervals.map((interval) => interval.runDue()))
    },
    async close() {
      await Promise.all(intervals.map((interval) => interval.stop()))
    },
  }
}
