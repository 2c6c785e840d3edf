import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metric } from './exposition.ts'

/** Figures of this process, measured from the creation to `close`. */
export interface ProcessMetrics {
  snapshot(): Metric[]
  close(): void
}

const delayResolutionMs = 20
const nsOfSecond = 1e9

/** Measures memory, CPU time and the delay of the event loop. The delay is that since the last snapshot. */
export function createProcessMetrics(version: string): ProcessMetrics {
  const delay = monitorEventLoopDelay({ resolution: delayResolutionMs })
  delay.enable()
  const gauge = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    type: 'gauge',
    samples: [{ value }],
  })
  return {
    snapshot() {
      const { rss, heapUsed, external } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      // The monitor measures its own interval, too.
      const delayS = (ns: number): number => Math.max(ns / nsOfSecond - delayResolutionMs / 1000, 0) || 0
      const delays = [
        { labels: { percentile: '50' }, value: delayS(delay.percentile(50)) },
        { labels: { percentile: '99' }, value: delayS(delay.percentile(99)) },
        { labels: { percentile: '100' }, value: delayS(delay.max) },
      ]
      delay.reset()
      return [
        {
          name: 'chancery_build_info',
          help: 'Versions of Chancery and Node.js; the value is 1.',
          type: 'gauge',
          samples: [{ labels: { version, node: process.version }, value: 1 }],
        },
        gauge('process_uptime_seconds', 'Time since the start of the process.', process.uptime()),
        gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
        gauge('chancery_heap_used_bytes', 'Memory in use by JavaScript objects.', heapUsed),
        gauge('chancery_external_memory_bytes', 'Memory of buffers outside of the heap.', external),
        {
          name: 'process_cpu_seconds_total',
          help: 'CPU time that the process has used.',
          type: 'counter',
          samples: [{ value: (user + system) / 1e6 }],
        },
        {
          name: 'chancery_event_loop_delay_seconds',
          help: 'Delay of the event loop since the previous scrape.',
          type: 'gauge',
          samples: delays,
        },
      ]
    },
    close: () => delay.disable(),
  }
}
