import type { Outbound } from '../../../foundation/outbound/index.ts'
import type { Work, WorkCall, WorkOutcome } from '../../execution/index.ts'
import { parametersOf } from './call-headers.ts'
import { type DelegatedDeps, delegatedWork } from './delegated-work.ts'
import { httpWork } from './http-work.ts'
import { mailWork } from './mail-work.ts'
import type { Secrets } from './secrets.ts'

/** What an activity sends to another system. */
export interface OutsideRequest {
  readonly action: 'http' | 'mail' | 'delegated'
  /** Identifier of the activity in the diagram. */
  readonly activity: string
  readonly instance: string
  /** Number of the attempt, counted from 1. */
  readonly attempt: number
  /** The settings of the activity, such as `url` and `body`, or `to` and `subject`. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The values of the activity's input mappings, by name. */
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * What the other system answers: an HTTP status, and a body that is sent as JSON. For a mail, the body is only an
 * error text.
 */
export interface OutsideAnswer {
  readonly status: number
  readonly body?: unknown
}

export type AnswerOutside = (request: OutsideRequest) => OutsideAnswer | Promise<OutsideAnswer>

/**
 * Returns the work of requests, mail and delegated activities that a function answers. Only the connection is
 * replaced: settings and answers are read as usual. Every secret and every activity of a module exists, with made-up
 * values.
 */
export function answeredWork(answer: AnswerOutside, deps: DelegatedDeps): Work[] {
  const answered =
    (action: OutsideRequest['action'], make: (answer: OutsideAnswer) => Work) =>
    async (call: WorkCall): Promise<WorkOutcome> => {
      const { element: activity, attempt, input } = call
      const request = { action, activity, instance: call.instance.id, attempt, settings: parametersOf(call), input }
      const work = make(await answer(request))
      if (work.place !== 'outside') throw new Error('the work of a request must run outside')
      return work.run(call)
    }
  const connected = (answer: OutsideAnswer) => ({
    ...deps,
    secrets: everySecret,
    moduleActivity: everyActivity,
    outbound: outboundOf(answer),
  })
  return [
    { action: 'http', place: 'outside', run: answered('http', (given) => httpWork(connected(given))) },
    { action: 'mail', place: 'outside', run: answered('mail', mailOf) },
    { action: 'delegated', place: 'outside', run: answered('delegated', (given) => delegatedWork(connected(given))) },
  ]
}

const everySecret: Secrets = new Proxy(
  {},
  {
    get: (_, name) => `secret ${String(name)}`,
    getOwnPropertyDescriptor: (_, name) => ({ configurable: true, value: `secret ${String(name)}` }),
  },
)

const everyActivity: DelegatedDeps['moduleActivity'] = async () => ({
  url: 'https://module.test/',
  headers: {},
  signatureKey: undefined,
  secrets: {},
})

function outboundOf({ status, body }: OutsideAnswer): Outbound {
  return {
    request: async (link) => ({
      url: new URL(link),
      status,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      chunks: (async function* () {
        if (body !== undefined) yield Buffer.from(JSON.stringify(body))
      })(),
      [Symbol.dispose]() {},
    }),
    get: async () => {
      throw new Error('a test of processes downloads nothing')
    },
    close() {},
  }
}

const testMail = { host: 'mail.test', port: 25, isTls: false, from: 'chancery@mail.test' } as const

function mailOf({ status, body }: OutsideAnswer): Work {
  return mailWork(testMail, () => ({
    async sendMail({ messageId, to, cc, bcc }) {
      if (status >= 400) throw Object.assign(new Error(String(body ?? status)), { responseCode: status })
      return { messageId, accepted: [to, cc, bcc].flat(), rejected: [] }
    },
    close() {},
  }))
}
