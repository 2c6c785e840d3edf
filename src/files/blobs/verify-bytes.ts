import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { withErrorListener } from '../../foundation/kit/error-listener.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { bytesUnavailable } from '../errors.ts'

/**
 * Passes bytes through and verifies them. When the length or the SHA-256 (lower-case hex) differs, the stream fails
 * before its last chunk, so that a reader who knows the length never takes the content for complete.
 */
export function verifyBytes(source: Readable, expected: { bytes: number; sha256?: string | undefined }): Readable {
  const hash = expected.sha256 === undefined ? undefined : createHash('sha256')
  let bytes = 0
  let held: Buffer | undefined
  const checking = withErrorListener(
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        if (bytes > expected.bytes) return done(damaged(`more than ${expected.bytes} bytes`))
        hash?.update(chunk)
        const before = held
        held = chunk
        done(null, before)
      },
      flush(done) {
        if (bytes < expected.bytes) return done(damaged(`${bytes} bytes of ${expected.bytes}`))
        if (hash && hash.digest('hex') !== expected.sha256) return done(damaged('other bytes'))
        done(null, held)
      },
      destroy(error, done) {
        // A failure of the source is converted; otherwise it would look like an aborted connection of the reader.
        done(error && !(error instanceof PlatformError) ? damaged('an error', error) : error)
      },
    }),
  )
  return pipeline(source, checking, () => {})
}

function damaged(what: string, error?: Error): Error {
  const cause = error ?? new Error(`the file store returned ${what}`)
  return bytesUnavailable('this file cannot be read at the moment', {}, { cause })
}
