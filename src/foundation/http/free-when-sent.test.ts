import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { freeWhenSent } from './free-when-sent.ts'

const chunkBytes = 64 * 1024

it('a slow reader receives every byte, and the memory of sent chunks is freed', async () => {
  const made: Buffer[] = []
  function* chunks(): Generator<Buffer> {
    for (let at = 0; at < 300; at++) {
      made.push(Buffer.from(new ArrayBuffer(chunkBytes)).fill(at % 251))
      yield made.at(-1)!
    }
  }
  const server = createServer((_request, response) => {
    const stream = Readable.from(chunks())
    freeWhenSent(stream, response)
    stream.pipe(response)
    // Emits "drain" too early, while the network still reads the chunk.
    stream.on('data', () => made.length === 100 && response.emit('drain'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const [response] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [
      IncomingMessage,
    ]
    let got = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      for (const byte of part) assert.equal(byte, Math.floor(got++ / chunkBytes) % 251)
      await turn()
    }
    assert.equal(got, 300 * chunkBytes)
    const left = made.filter(({ byteLength }) => byteLength > 0)
    assert.ok(left.length <= 1, `${left.length} of 300 chunks still have their memory`)
  } finally {
    server.close()
  }
})
