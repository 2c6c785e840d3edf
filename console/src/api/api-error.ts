/** A wrong field of a refused input. */
export interface Problem {
  readonly field: string
  readonly code: string
  readonly message: string
}

/** The error of a refused request, as the server explained it. `status` is 0 when the server could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly requestId: string | undefined
  readonly problems: readonly Problem[]
  readonly retryAfterSeconds: number | undefined
  /** The whole answer, for errors that carry more than the fields above. */
  readonly answer: Readonly<Record<string, unknown>>

  constructor(status: number, answer: Readonly<Record<string, unknown>>) {
    super(typeof answer.error === 'string' ? answer.error : `HTTP ${status}`)
    this.status = status
    this.code = textOf(answer.code) ?? (status === 0 ? 'network' : `http.${status}`)
    this.field = textOf(answer.field)
    this.requestId = textOf(answer.requestId)
    this.retryAfterSeconds = typeof answer.retryAfter === 'number' ? answer.retryAfter : undefined
    this.problems = Array.isArray(answer.problems) ? answer.problems : []
    this.answer = answer
  }

  /** Whether the object does not exist or cannot be seen. An address with a malformed id names no object, either. */
  get isMissing(): boolean {
    return this.status === 404 || (this.code === 'query.wrong_list' && this.field === 'ids')
  }

  /** Whether the same request can succeed later: the server was not reached, is starting or is busy. */
  get isTemporary(): boolean {
    return [0, 429, 502, 503, 504].includes(this.status)
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the message for each wrong field of a refused input. */
export function fieldMessages(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  if (error.problems.length > 0) return Object.fromEntries(error.problems.map(({ field, message }) => [field, message]))
  return error.field === undefined ? {} : { [error.field]: error.message }
}
