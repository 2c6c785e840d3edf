/** What a refusal may carry beside its sentence; it is shown to the caller. */
export interface ErrorDetails {
  /** The field of the input that is wrong, as the caller wrote it. */
  field?: string
  [name: string]: unknown
}

/** A refusal that we know by name: a stable code, its HTTP status, and what it means (for `docs/errors.md`). */
export interface ErrorKind {
  readonly code: string
  readonly status: number
  readonly meaning: string
  /** Makes the error; `sentence` is for the caller, so it holds no SQL, no stack and no path. */
  (sentence: string, details?: ErrorDetails, options?: { cause?: unknown }): PlatformError
}

/** A sentence may quote the request, which may have any length. */
const maxSentenceChars = 2000
const maxFieldChars = 300

/** Entries of a request that a refusal names at most, such as ids that lead nowhere. */
export const maxShown = 100

const cut = (text: string, chars: number): string =>
  text.length > chars ? `${text.slice(0, chars).toWellFormed()}…` : text

/** The one error that reaches a caller. Everything else is a bug and becomes a 500 without its text. */
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

/** Declares a kind of refusal. `code` is `area.what_happened` and never changes once released. */
export function errorKind(code: string, status: number, meaning: string): ErrorKind {
  const make = (sentence: string, details?: ErrorDetails, options?: { cause?: unknown }): PlatformError =>
    new PlatformError(kind, sentence, details, options)
  const kind: ErrorKind = Object.assign(make, { code, status, meaning })
  return kind
}
