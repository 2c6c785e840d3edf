import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Call } from './api-client.ts'
import type { Outcome } from './ledger.ts'
import { outcomeOf } from './send.ts'

export type Kind =
  | ('start' | 'message' | 'signal' | 'complete' | 'interrupt' | 'restore' | 'batch')
  | ('letter' | 'register')
  | ('document' | 'sheet' | 'answer')
  | ('import' | 'order' | 'change' | 'delete')

/** A request that changes data: its intent, recorded before it is sent, and its outcome. */
export interface Request {
  readonly kind: Kind
  /** Subject of the request: the unique mark of a start or message, or the id of a task, instance or restore point. */
  readonly subject: string
  readonly path: string
  readonly body: object
  /** Token of the caller; absent for the administrator. */
  readonly token?: string | undefined
  readonly key: string
  readonly sentMs: number
  endedMs: number
  outcome: Outcome
  answer: Answer | undefined
}

/** Pause of a client after a request in doubt, in ms. */
const pauseMs = 100

export interface Requests {
  /** Sends a request with a new idempotency key, and records its outcome. */
  send(call: Call, request: Pick<Request, 'kind' | 'subject' | 'path' | 'body' | 'token'>): Promise<Request>
  all(): readonly Request[]
  /** Returns the number of acknowledged requests. */
  acked(): number
  /**
   * Repeats every request in doubt with its key; afterwards none may be in doubt. Returns the problems found, including
   * the answers with status 500 since the previous call, which always are bugs.
   */
  repeatInDoubt(call: Call): Promise<string[]>
}

/** Creates the ledger of requests in the process that kills the servers, so that it survives every kill. */
export function createRequests(): Requests {
  const all: Request[] = []
  const faults: string[] = []

  async function attempt(call: Call, request: Request): Promise<void> {
    const { key, token } = request
    const headers = { 'idempotency-key': key, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    const answer = await call('POST', request.path, request.body, headers).catch(() => undefined)
    request.endedMs = Date.now()
    if (answer === undefined) return
    if (answer.status === 500) faults.push(`${request.kind} ${request.subject} was answered with 500`)
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
      if (request.outcome === 'in doubt') await sleep(pauseMs)
      return request
    },
    all: () => all,
    acked: () => all.reduce((sum, { outcome }) => sum + (outcome === 'acked' ? 1 : 0), 0),
    async repeatInDoubt(call) {
      const problems: string[] = []
      for (const request of all.filter(({ outcome }) => outcome === 'in doubt')) {
        await attempt(call, request)
        const { kind, subject, outcome, answer } = request
        if (outcome === 'in doubt') problems.push(`${kind} ${subject} is still in doubt: ${answer?.status}`)
        if (String(answer?.body.code).startsWith('idempotency.'))
          problems.push(`${kind} ${subject} was sent again with its key and refused with ${answer?.body.code}`)
      }
      return [...problems, ...faults.splice(0)]
    },
  }
}

export const startPath = (code: string): string => `/pub/v1/bpm/template/docs/${code}/run`
