import type { OutsideAnswer, OutsideRequest } from '../../process/index.ts'
import type { Answer } from './process-test.ts'

type Settings = Readonly<Record<string, Answer | readonly Answer[]>>

/** Answers the requests of activities as the test specifies, and records the requests. */
export class Answers {
  readonly requests: OutsideRequest[] = []
  /**
   * The first activity whose request needs an answer that the test does not have. Mail and delegated activities need
   * none.
   */
  missing: string | undefined
  readonly #settings: Settings
  readonly #used = new Map<string, number>()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  answer = (request: OutsideRequest): OutsideAnswer => {
    this.requests.push(request)
    const { activity, action } = request
    const given = this.#settings[activity]
    if (given !== undefined) return toAnswer(this.#next(activity, [given].flat()), action)
    if (action === 'mail') return { status: 200 }
    // Without an answer, a delegated activity waits for its restore point.
    if (action === 'delegated') return { status: 202 }
    this.missing ??= activity
    return { status: 400 }
  }

  /** Returns the next answer of the list; the last answer is repeated. */
  #next(activity: string, answers: readonly Answer[]): Answer {
    const at = this.#used.get(activity) ?? 0
    this.#used.set(activity, at + 1)
    return answers[Math.min(at, answers.length - 1)]!
  }
}

function toAnswer({ output, error, later, status, body }: Answer, action: OutsideRequest['action']): OutsideAnswer {
  if (action !== 'delegated') return { status: status ?? 200, ...(body !== undefined && { body }) }
  if (later === true) return { status: 202 }
  if (status !== undefined && status !== 200) return { status, ...(body !== undefined && { body }) }
  return { status: 200, body: error === undefined ? { output: output ?? {} } : { error } }
}
