import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { freeChunk } from '../kit/free-chunk.ts'

/** The chunks of a stream that is piped into a response lose their memory as soon as the network has taken them. */
export function freeWhenSent(stream: Readable, response: ServerResponse): void {
  let sent: Buffer[] = []
  stream.on('data', (chunk: Buffer) => sent.push(chunk))
  response.on('drain', () => {
    // The pipe may have gone on with the next chunk already, and that is still being read.
    if (response.writableLength > 0) return
    sent.forEach(freeChunk)
    sent = []
  })
}
