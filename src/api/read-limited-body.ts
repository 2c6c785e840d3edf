import { tooLarge } from '../foundation/http/errors.ts'
import type { IncomingBytes } from '../foundation/http/operation.ts'

/** Reads a whole body into memory. Refuses a body of more than `maxBytes` with `sentence` as soon as it is too large. */
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
