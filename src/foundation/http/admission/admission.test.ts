import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import { operationFor } from '../operation.ts'
import { createServer } from '../server.ts'
import { bulkheadLimits, createAdmission } from './admission.ts'
import { type Cost, costOf } from './cost.ts'

const declare = operationFor<{ who: string }>()
const held: (() => void)[] = []
let handled = 0
const operation = (path: '/short' | '/list' | '/health', cost: Cost) =>
  declare({
    name: `get${path.slice(1)}`,
    cost,
    area: 'Things',
    methods: ['POST'],
    path,
    summary: 'A thing',
    right: 'user',
    params: Type.Object({}),
    result: Type.Object({}),
    handle: async () => {
      handled++
      if (cost === 'short') await new Promise<void>((go) => held.push(go))
      return {}
    },
  })

const admission = createAdmission({
  ...bulkheadLimits,
  short: { ...bulkheadLimits.short, running: 2, runningOfCaller: 2, waiting: 2 },
})
const server = createServer<{ who: string }>({
  operations: [operation('/short', 'short'), operation('/list', 'list'), operation('/health', 'none')],
  authenticate: async (_operation, { headers }) => ({ who: String(headers['x-who']) }),
  log: () => {},
  admission,
  userOf: ({ who }) => who,
})
const url = await server.listen({ host: '127.0.0.1', port: 0 })
after(() => server.close())

const send = (path: string, who: string): Promise<Response> =>
  fetch(url + path, { method: 'POST', headers: { 'x-who': who } })
const shortBulkhead = () => admission.states().find(({ cost }) => cost === 'short')!
async function until(isSo: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 6_000 && !isSo(); attempt++) await wait(5)
  assert.ok(isSo(), 'it did not happen within 2.5 s')
}

describe('an overloaded server', () => {
  it('refuses with 429, Retry-After and retryAfter, answers other bulkheads, and drops requests of clients that have gone', async () => {
    const running = [send('/short', 'ann'), send('/short', 'ann')]
    await until(() => shortBulkhead().running === 2)
    const first = send('/short', 'ann')
    await until(() => shortBulkhead().waiting === 1)
    const left = connect(Number(new URL(url).port), '127.0.0.1')
    left.on('error', () => {})
    await once(left, 'connect')
    left.write('POST /short HTTP/1.1\r\nhost: x\r\nx-who: ann\r\ncontent-length: 0\r\n\r\n')
    await until(() => shortBulkhead().waiting === 2)

    const refused = await send('/short', 'ann')
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '1')
    const body = (await refused.json()) as Record<string, unknown>
    assert.deepEqual([body.success, body.code, body.retryAfter], [false, 'server.busy', 1])

    assert.equal((await send('/health', 'ann')).status, 200)
    assert.equal((await send('/list', 'ann')).status, 200)

    left.destroy()
    await until(() => shortBulkhead().waiting === 1)
    assert.equal(shortBulkhead().refused['client gone'], 1)
    const other = send('/short', 'bob')
    await until(() => shortBulkhead().waiting === 2)
    const answers = Promise.all([...running, first, other].map(async (answer) => (await answer).status))
    await until(() => {
      for (const go of held.splice(0)) go()
      return shortBulkhead().running === 0 && shortBulkhead().waiting === 0
    })
    assert.deepEqual(await answers, [200, 200, 200, 200])
    // The four accepted requests, /health and /list.
    assert.equal(handled, 6)
  })
})

it('an operation has the cost class that it declares, or the one of its body and name', () => {
  const of = (name: string, body: 'json' | 'bytes' = 'json', cost?: Cost) =>
    costOf({ name, body, ...(cost && { cost }) })
  assert.deepEqual(
    [of('getElement'), of('listElements'), of('searchFiles'), of('countTasks'), of('listener'), of('upload', 'bytes')],
    ['short', 'list', 'list', 'list', 'short', 'file'],
  )
  assert.equal(of('listReport', 'json', 'heavy'), 'heavy')
})
