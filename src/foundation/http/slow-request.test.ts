import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from 'typebox'
import { tooSlow } from './errors.ts'
import { operationFor } from './operation.ts'
import { createServer } from './server.ts'

it('the rest of a request that arrived too slowly is not read: its connection ends with the answer', async () => {
  const slow = operationFor<object>()({
    name: 'sendThing',
    area: 'Things',
    methods: ['POST'],
    path: '/things',
    summary: 'A thing',
    right: 'user',
    params: Type.Object({}),
    body: 'bytes',
    result: Type.Object({}),
    handle: () => {
      throw tooSlow('too slow')
    },
  })
  await using server = createServer({ operations: [slow], authenticate: async () => ({}), log: () => {} })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const body = new ReadableStream({ start: (sent) => sent.enqueue('begun') })
  const answer = await fetch(`${address}/things`, { method: 'POST', body, duplex: 'half' } as RequestInit)
  assert.deepEqual([answer.status, answer.headers.get('connection')], [408, 'close'])
})
