import { setTimeout as wait } from 'node:timers/promises'
import { systemCaller } from '../../src/people/index.ts'
import { assertDone, things } from '../everything.ts'
import { addressed } from './drafts.ts'
import type { Fuzzed } from './fuzzed.ts'
import { promisesOf } from './promises.ts'
import { type Reply, type Request, send } from './request.ts'
import { longestStopMs, problemsOf, slowestMs } from './verdict.ts'
import { createWitness, type Witness } from './witness.ts'

/** Maximum time in ms of a normal request on a machine that is not busy. */
const quickMs = 100
/** Maximum number of attempts: a refused request must seem to write in all of them, since jobs write as well. */
const mostRepeats = 4
/** Maximum number of rounds of `quietMs` for which a repetition waits until no job runs and nothing was written. */
const mostRounds = 100
const quietMs = 1_000

/** Sends a request and returns its status and every problem found in the answer and its effects. */
export type Examine = (request: Request) => Promise<{ readonly problems: string[]; readonly status: number }>

export function createExamine(fuzzed: Fuzzed): Examine {
  const witness = createWitness(fuzzed.platform.database)
  const brokenPromises = promisesOf(fuzzed.endpoints)
  return async (given) => {
    const request = addressed(given, fuzzed.known)
    await witness.look()
    let reply: Reply
    let problems: string[]
    try {
      reply = await answerTo(fuzzed, request)
      problems = [...problemsOf(request, reply), ...brokenPromises(request, reply)]
    } catch (error) {
      return { problems: [`sent no answer that can be read: ${String(error)}`], status: 0 }
    }
    fuzzed.coverage.count(request, reply.status)
    if (request.method !== 'GET') {
      if (reply.status < 400) {
        await keepAdministrator(fuzzed, request)
        witness.forget()
        if (given.example) fuzzed.drafts.forget(given.example.name)
      } else problems.push(...(await leftBehind(fuzzed, witness, request, reply)))
    }
    if ('polluted' in {}) problems.push('changed the prototype of all objects')
    return { problems, status: reply.status }
  }
}

/**
 * Sends a request and returns the reply. Repeats a slow request up to ten times: the reply counts as slow only when a
 * normal request is quick twice meanwhile, because otherwise the machine is busy. Repeats a request that stopped the
 * event loop: only a second stop counts, because the first may be garbage collection. A repetition measures only the
 * time of a request that succeeded before: it may be refused for what the first one did.
 */
async function answerTo(fuzzed: Fuzzed, request: Request): Promise<Reply> {
  let done: Reply | undefined
  for (let left = 10, slowAlone = 0, stops = 0; ; left--) {
    const { tookMs, stoppedMs, ...answer } = await send(fuzzed.url, request)
    const reply = { ...(done ?? answer), tookMs, stoppedMs }
    if (reply.status < 400) done ??= reply
    const isSlow = reply.tookMs > slowestMs
    const isStop = reply.stoppedMs > longestStopMs
    if ((!isSlow && !isStop) || left === 0 || (isStop && ++stops === 2)) return reply
    if (!isSlow) continue
    const beganMs = performance.now()
    await assertGoodReader(fuzzed)
    if (performance.now() - beganMs < quickMs && ++slowAlone === 2) return reply
  }
}

/**
 * Returns what a refused request has written. A bulk request refused with 422 has written its valid entries, which is
 * right. A request that seems to have written is repeated, because a job may have written instead.
 */
async function leftBehind(fuzzed: Fuzzed, witness: Witness, request: Request, reply: Reply): Promise<string[]> {
  if (reply.status === 422) {
    witness.forget()
    return []
  }
  let changes = await witness.changes(reply.body?.requestId)
  for (let n = 1; n < mostRepeats && changes !== undefined; n++) {
    for (let rounds = 0; rounds < mostRounds; rounds++) {
      if ((await witness.changes(undefined)) === undefined && !(await witness.jobsRun())) break
      await wait(quietMs)
    }
    const again = await send(fuzzed.url, request)
    if (again.status < 400) changes = undefined
    else changes = await witness.changes(again.body?.requestId)
  }
  witness.forget()
  return changes === undefined ? [] : [`was refused with ${reply.status}, but wrote something: ${changes}`]
}

/**
 * Undoes a request that blocked the administrator whose token the fuzzer sends, or made an ordinary user of the
 * administrator. The platform allows this as soon as the fuzzer has made another user an administrator.
 */
async function keepAdministrator({ platform, userId }: Fuzzed, { path }: Request): Promise<void> {
  if (!path.toLowerCase().startsWith(`/api/v1/users/${userId}`)) return
  const { people } = platform.context
  await people.changeUser(systemCaller(userId), userId, { status: 'active', administrator: true })
}

/** Asserts that a normal request is still answered. */
export async function assertGoodReader({ call }: Pick<Fuzzed, 'call'>): Promise<void> {
  assertDone(await call('POST', `${things}/list`, { size: 1 }))
}
