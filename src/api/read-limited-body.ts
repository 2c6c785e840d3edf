import { tooLarge } from '../foundation/http/errors.ts'
import type { IncomingBytes } from '../foundation/http/operation.ts'

/**
 * Reads a whole body into memory. Throws an error with the message `sentence` as soon as the body exceeds `maxBytes`.
 * The rest of the body is then read and discarded, because the connection could not carry the next request otherwise.
 */
export async function readLimitedBody(
  { stream }: IncomingBytes,
  { maxBytes, sentence }: { readonly maxBytes: number; readonly sentence: string },
): Promise<Uint8Array> {
  if (stream === undefined) return new Uint8Array()
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const chunks: Buffer[] = []
  let length = 0
  // Reads to the end even if the body is too large: a `for await` loop that is left early would leave the rest of the body
  // in the connection.
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBytes) return chunks.push(chunk)
    chunks.length = 0
    reject(tooLarge(sentence))
  })
  stream.once('end', () => resolve(Buffer.concat(chunks))).once('error', reject)
  return promise
}
