import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../api-client.ts'
import { broadcast, completeSome, type Load, restoreNext } from './clients.ts'
import { codes } from './models.ts'

/** How long the instances may take to end, in ms. A dead node's work is taken over after 30 s at most. */
export const usualDrainMs = 120_000

/** Does what is left to people and to the other system, until every instance has ended or the time is over. */
export async function drain(load: Load, maxMs: number): Promise<void> {
  load.outside.heal()
  const untilMs = Date.now() + maxMs
  for (let calm = 0; calm < 3 && Date.now() < untilMs; ) {
    while (load.outside.promised.length > 0) await restoreNext(load)
    await completeSome(load, 100)
    await retryIncidents(load.call)
    const active = await Promise.all(codes.map((code) => countActive(load.call, code)))
    if (active[codes.indexOf('kill_watcher')]! > 0) await broadcast(load)
    calm = active.every((count) => count === 0) ? calm + 1 : 0
    await sleep(300)
  }
}

/** Repeats scripts that took too long on a busy machine. Every other incident is left for the judge. */
async function retryIncidents(call: Call): Promise<void> {
  const { body } = await call('GET', '/api/v1/incidents?size=1000')
  for (const { __id: id, kind, state } of body.result.result) {
    if (kind === 'SCRIPT_LIMIT' && state === 'open')
      await call('POST', `/api/v1/incidents/${id}/retry`, { reason: 'the machine was busy' })
  }
}

/** Returns how many instances of a process run. */
export async function countActive(call: Call, code: string): Promise<number> {
  const body = { active: true, size: 1 }
  const answer = await call('POST', `/pub/v1/bpm/instance/bytemplate/docs/${code}/list`, body)
  return answer.body.result.total
}
