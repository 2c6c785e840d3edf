import { tooLarge } from '../../../foundation/http/errors.ts'
import type { IncomingBytes } from '../../../foundation/http/operation.ts'

const maxBytes = 16 * 1024 * 1024

/** Reads the zip of a solution. Definitions are small, so a larger body is refused. */
export async function readZipBody({ stream }: IncomingBytes): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of (stream ?? []) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge('the zip of a solution must not be larger than 16 MiB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
