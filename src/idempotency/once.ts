import { createHash } from 'node:crypto'

/**
 * The idempotency key of one request. Callers carry it to the write: the statement or transaction that writes keeps the
 * key, so there is never one without the other.
 */
export interface Once {
  /** SHA-256 of user, operation, path and key. */
  readonly id: Buffer
  readonly requestId: string
  readonly at: Date
  /** SHA-256 of the rest of the request. */
  fingerprint(): Buffer
  /** Makes a part of the request, such as the hash of an uploaded file, part of the fingerprint. */
  include(...parts: readonly string[]): void
  /** Whether something was included. */
  readonly isWhole: boolean
}

export interface OnceOptions {
  /** Who, what, where, and the key: requests that differ in one of these have nothing to do with each other. */
  readonly scope: readonly string[]
  /** What of the request is known at its start: query and body. */
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

/** Each part with its length, so that no two lists look alike. */
function hashOf(parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(`${bytes.length} `).update(bytes)
  }
  return hash.digest()
}
