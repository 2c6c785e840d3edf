import { assertDone, type Everything, things } from '../everything.ts'
import { addressed } from './drafts.ts'
import type { Known } from './known.ts'
import { type Reply, type Request, send } from './request.ts'
import { longestStopMs, problemsOf, slowestMs } from './verdict.ts'
import { createWitness, type Witness } from './witness.ts'

/** Milliseconds of a request that show that the machine is not busy. */
const quickMs = 100

/** Sends a request and returns its status and every problem found in the answer and its effects. */
export type Examine = (request: Request) => Promise<{ readonly problems: string[]; readonly status: number }>

export function createExamine(started: Everything, known: Known): Examine {
  const witness = createWitness(started.call, known)
  return async (given) => {
    const request = addressed(given, known)
    await witness.look()
    let reply: Reply
    let problems: string[]
    try {
      reply = await answerTo(started, request)
      problems = problemsOf(request, reply)
    } catch (error) {
      return { problems: [`sent no answer that can be read: ${String(error)}`], status: 0 }
    }
    if (request.method !== 'GET') {
      if (reply.status < 400) witness.forget()
      else problems.push(...(await leftBehind(witness, reply.status)))
    }
    if ('polluted' in {}) problems.push('changed the prototype of all objects')
    return { problems, status: reply.status }
  }
}

/**
 * Sends a request and returns the reply. Repeats a slow request up to ten times: the reply counts as slow only when a
 * normal request is quick twice meanwhile, because otherwise the machine is busy. Repeats a request that stopped the
 * event loop: only a second stop counts, because the first may be garbage collection.
 */
async function answerTo(started: Everything, request: Request): Promise<Reply> {
  for (let left = 10, slowAlone = 0, stops = 0; ; left--) {
    const reply = await send(started.url, request)
    const isSlow = reply.tookMs > slowestMs
    const isStop = reply.stoppedMs > longestStopMs
    if ((!isSlow && !isStop) || left === 0 || (isStop && ++stops === 2)) return reply
    if (!isSlow) continue
    const beganMs = performance.now()
    await assertGoodReader(started)
    if (performance.now() - beganMs < quickMs && ++slowAlone === 2) return reply
  }
}

async function leftBehind(witness: Witness, status: number): Promise<string[]> {
  const changes = await witness.changes()
  if (changes === undefined) return []
  witness.forget()
  return [`was refused with ${status}, but wrote something: ${changes}`]
}

/** Asserts that a normal request is still answered. */
export async function assertGoodReader({ call }: Everything): Promise<void> {
  assertDone(await call('POST', `${things}/list`, { size: 1 }))
}
