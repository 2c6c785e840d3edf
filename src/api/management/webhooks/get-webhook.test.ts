import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDelivery, path } from './webhooks.fixture.ts'

const server = useServer()

it('returns a webhook with the numbers of its deliveries, without test requests', async () => {
  const { hook } = await aDelivery(server)
  const answer = await server.call('GET', hook)
  assertDone(answer)
  assert.deepEqual([answer.body.webhook.pending, answer.body.webhook.failed], [0, 0])
  assertRefused(await server.call('GET', `${path}/none`), 404, 'webhook.not_found', /webhook none not found/)
})
