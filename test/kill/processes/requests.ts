import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Call } from '../api-client.ts'
import type { Outcome } from '../ledger.ts'
import { outcomeOf } from '../send.ts'

export type Kind = 'start' | 'message' | 'signal' | 'complete' | 'interrupt' | 'restore' | 'batch'

/** A request that changes something: its intent, noted before it is sent, and its outcome. */
export interface Request {
  readonly kind: Kind
  /** What the request is about: the unique mark of a start or message, or the id of a task, instance or restore point. */
  readonly subject: string
  readonly path: string
  readonly body: object
  readonly key: string
  readonly sentMs: number
  endedMs: number
  outcome: Outcome
  answer: Answer | undefined
}

export interface Requests {
  /** Sends a request with an idempotency key of its own, and notes its outcome. */
  send(call: Call, request: Pick<Request, 'kind' | 'subject' | 'path' | 'body'>): Promise<Request>
  all(): readonly Request[]
  /** Repeats every request in doubt with its key. Then none may be in doubt. Returns the problems found. */
  repeatInDoubt(call: Call): Promise<string[]>
}

/** Creates the ledger of requests in the process that kills the servers, so that it survives every kill. */
export function createRequests(): Requests {
  const all: Request[] = []

  async function attempt(call: Call, request: Request): Promise<void> {
    const headers = { 'idempotency-key': request.key }
    const answer = await call('POST', request.path, request.body, headers).catch(() => undefined)
    request.endedMs = Date.now()
    if (answer === undefined) return
    request.answer = answer
    request.outcome = outcomeOf(answer)
  }

  return {
    async send(call, given) {
      const intent = { ...given, key: randomUUID(), sentMs: Date.now(), endedMs: Number.POSITIVE_INFINITY }
      const request: Request = { ...intent, outcome: 'in doubt', answer: undefined }
      all.push(request)
      await attempt(call, request)
      // Without a pause, clients would ask a stopped server thousands of times per second.
      if (request.outcome === 'in doubt') await sleep(20)
      return request
    },
    all: () => all,
    async repeatInDoubt(call) {
      const problems: string[] = []
      for (const request of all.filter(({ outcome }) => outcome === 'in doubt')) {
        await attempt(call, request)
        const { kind, subject, outcome, answer } = request
        if (outcome === 'in doubt') problems.push(`${kind} ${subject} is still in doubt: ${answer?.status}`)
        if (String(answer?.body.code).startsWith('idempotency.'))
          problems.push(`${kind} ${subject} was sent again with its key and refused with ${answer?.body.code}`)
      }
      return problems
    },
  }
}

export const startPath = (code: string): string => `/pub/v1/bpm/template/docs/${code}/run`
