import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { freeChunk } from '../kit/free-chunk.ts'

/**
 * Frees the memory of a stream's chunks as soon as the network has taken them. The stream must be piped into
 * `response`.
 */
export function freeWhenSent(stream: Readable, response: ServerResponse): void {
  let sent: Buffer[] = []
  stream.on('data', (chunk: Buffer) => sent.push(chunk))
  response.on('drain', () => {
    // The pipe may already have written the next chunk, which the network has not taken yet.
    if (response.writableLength > 0) return
    sent.forEach(freeChunk)
    sent = []
  })
}
