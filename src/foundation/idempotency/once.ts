import { createHash } from 'node:crypto'

/**
 * The idempotency key of one request. The caller passes it on to the write, which stores the key in the same statement
 * or transaction, so that neither exists without the other.
 */
export interface Once {
  /** SHA-256 of the user, operation, path and key. */
  readonly id: Buffer
  readonly requestId: string
  readonly at: Date
  /** Returns the SHA-256 of the rest of the request. */
  fingerprint(): Buffer
  /** Adds parts of the request, such as the hash of an uploaded file, to the fingerprint. */
  include(...parts: readonly string[]): void
  /** Whether `include` has added parts. */
  readonly isWhole: boolean
}

export interface OnceOptions {
  /** User, operation, path and key. Requests that differ in one of these are unrelated. */
  readonly scope: readonly string[]
  /** Parts of the request that are known at its start: query and body. */
  readonly request: readonly (string | Uint8Array)[]
  readonly requestId: string
  readonly at: Date
}

export function createOnce({ scope, request, requestId, at }: OnceOptions): Once {
  const known = hashOf(request)
  let included: Buffer | undefined
  return {
    id: hashOf(scope),
    requestId,
    at,
    fingerprint: () => included ?? known,
    include(...parts) {
      included = hashOf([known, ...parts])
    },
    get isWhole() {
      return included !== undefined
    },
  }
}

/** Returns the hash of a list. Each part is preceded by its length, so that different lists have different hashes. */
function hashOf(parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(`${bytes.length} `).update(bytes)
  }
  return hash.digest()
}
