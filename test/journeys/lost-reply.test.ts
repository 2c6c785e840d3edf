import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Network } from '../../src/foundation/db/postgres/network.fixture.ts'
import { assertDone } from '../everything.ts'
import type { Answer, Call } from '../platform.ts'
import { type PlatformOnNetwork, startOnNetwork } from '../platform-on-network.ts'

const skip = process.env.TEST_DATABASE_URL ? false : 'SKIPPED: set TEST_DATABASE_URL to a PostgreSQL server'
const contacts = '/pub/v1/app/ref/contacts'
/**
 * Maximum milliseconds until a write with a lost reply is answered: four times the guaranteed time. Without the watch of
 * the network, it takes 5 s and more.
 */
const answeredWithinMs = 4_000

describe('a write whose commit reaches the database but whose reply is lost', { skip }, () => {
  let network: Network
  let server: PlatformOnNetwork
  let call: Call
  before(async () => {
    server = await startOnNetwork()
    ;({ network, call } = server)
  })
  after(() => server[Symbol.asyncDispose]())

  /**
   * Sends a create whose statement reaches the database while all replies of the database are lost. Then repairs the
   * network.
   */
  async function withLostReply(lastname: string, send: () => Promise<Answer>): Promise<void> {
    network.swallowRepliesTo(lastname)
    const startMs = performance.now()
    const answer = await send()
    assert.deepEqual([answer.status, answer.body.code], [503, 'database.unavailable'])
    assert.equal(answer.headers.get('retry-after'), '1')
    assert.ok(performance.now() - startMs < answeredWithinMs)
    network.swallowRepliesTo(undefined)
  }

  async function untilAnswered(send: () => Promise<Answer>): Promise<Answer> {
    for (let left = 1_500; left > 0; left--) {
      const answer = await send()
      if (answer.status !== 503) return answer
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return assert.fail('the server does not come back')
  }

  async function count(): Promise<number> {
    const { status, body } = await call('POST', `${contacts}/list`, {})
    assert.equal(status, 200)
    return body.result.total
  }
  const create = (lastname: string, headers = {}) =>
    call('POST', `${contacts}/create`, { context: { full_name: { lastname } } }, headers)

  it('is answered with 503 in time; sent again with its key, it is carried out once', async () => {
    for (const lastname of ['Anna', 'Berta', 'Clara']) {
      const before = await count()
      const headers = { 'idempotency-key': randomUUID() }
      const send = () => create(lastname, headers)
      await withLostReply(lastname, send)
      const again = await untilAnswered(send)
      assertDone(again)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(await count(), before + 1)
    }
  })

  it('is carried out twice when it is sent again without a key', async () => {
    const before = await count()
    await withLostReply('Dora', () => create('Dora'))
    assertDone(await untilAnswered(() => create('Dora')))
    assert.equal(await count(), before + 2)
  })
})
