/** Details that an error may carry in addition to its message; the caller sees them. */
export interface ErrorDetails {
  /** Field of the input that is wrong, as the caller wrote it. */
  field?: string
  /** Everything that is wrong, each as an object with a `message`. */
  problems?: readonly object[]
  [name: string]: unknown
}

/** A kind of error known by name: a stable code, its HTTP status, and its meaning (for `docs/errors.md`). */
export interface ErrorKind {
  readonly code: string
  readonly status: number
  readonly meaning: string
  /** Creates the error. `sentence` is shown to the caller, so it holds no SQL, stack trace or file path. */
  (sentence: string, details?: ErrorDetails, options?: { cause?: unknown }): PlatformError
}

/** Maximum length of a message in characters. A message may quote the request, which may have any length. */
const maxSentenceChars = 2000
const maxFieldChars = 300

/** Maximum number of entries of a request that an error lists, such as ids that do not exist. */
export const maxShown = 100

const cut = (text: string, chars: number): string =>
  text.length > chars ? `${text.slice(0, chars).toWellFormed()}…` : text

/** The only error that reaches a caller. Any other error is a bug and becomes a 500 without its text. */
export class PlatformError extends Error {
  readonly kind: ErrorKind
  readonly details: ErrorDetails

  constructor(kind: ErrorKind, sentence: string, details: ErrorDetails = {}, options: { cause?: unknown } = {}) {
    super(cut(sentence, maxSentenceChars), options)
    this.name = 'PlatformError'
    this.kind = kind
    this.details = details.field === undefined ? details : { ...details, field: cut(details.field, maxFieldChars) }
  }

  get code(): string {
    return this.kind.code
  }

  get status(): number {
    return this.kind.status
  }
}

/** Declares a kind of error. `code` is `area.what_happened` and never changes once released. */
export function errorKind(code: string, status: number, meaning: string): ErrorKind {
  const make = (sentence: string, details?: ErrorDetails, options?: { cause?: unknown }): PlatformError =>
    new PlatformError(kind, sentence, details, options)
  const kind: ErrorKind = Object.assign(make, { code, status, meaning })
  return kind
}
