import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../api-client.ts'
import { broadcast, completeSome, type Load, restoreNext } from './clients.ts'
import { codes } from './models.ts'

/** Default maximum time in ms in which no instance ends. Nodes take over the work of a dead node after at most 30 s. */
export const usualDrainMs = 120_000

const clientsAtOnce = 6

/**
 * Does the remaining work of people and of the other system until every instance has ended, or until no instance has
 * ended for `maxMs` milliseconds.
 */
export async function drain(load: Load, maxMs: number): Promise<void> {
  load.outside.heal()
  let untilMs = Date.now() + maxMs
  let least = Number.POSITIVE_INFINITY
  for (let calm = 0; calm < 3 && Date.now() < untilMs; ) {
    while (load.outside.promised.length > 0) await restoreNext(load)
    await Promise.all(Array.from({ length: clientsAtOnce }, () => completeSome(load, 30)))
    const active = await Promise.all(codes.map((code) => countActive(load.call, code)))
    if (active[codes.indexOf('kill_watcher')]! > 0) await broadcast(load)
    const left = active.reduce((sum, count) => sum + count, 0)
    if (left < least) untilMs = Date.now() + maxMs
    least = Math.min(least, left)
    calm = left === 0 ? calm + 1 : 0
    await sleep(300)
  }
}

/** Returns how many instances of a process run. */
async function countActive(call: Call, code: string): Promise<number> {
  const body = { active: true, size: 1 }
  const answer = await call('POST', `/pub/v1/bpm/instance/bytemplate/docs/${code}/list`, body)
  return answer.body.result.total
}
