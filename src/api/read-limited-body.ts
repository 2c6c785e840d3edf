import { tooLarge } from '../foundation/http/errors.ts'
import type { IncomingBytes } from '../foundation/http/operation.ts'

/**
 * Reads a whole body into memory. Throws an error with the message `sentence` as soon as the body exceeds `maxBytes`.
 */
export async function readLimitedBody(
  { stream }: IncomingBytes,
  { maxBytes, sentence }: { readonly maxBytes: number; readonly sentence: string },
): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of (stream ?? []) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge(sentence)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
