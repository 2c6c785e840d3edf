import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aWebhook, path } from './webhooks.fixture.ts'

const server = useServer()

it('answers a test request with what came of it', async () => {
  const { webhook } = await aWebhook(server)
  const answer = await server.call('POST', `${path}/${webhook.id}/ping`)
  assertDone(answer)
  const { delivery } = answer.body
  assert.deepEqual([delivery.event, delivery.state, delivery.attempts], ['webhook.ping', 'failed', 1])
  assert.match(delivery.problem, /not allowed/)
  assert.deepEqual(JSON.parse(delivery.request).data, { webhook: { id: webhook.id, name: 'test' } })
  // A test request does not change the state of the webhook.
  const after = await server.call('GET', `${path}/${webhook.id}`)
  assert.deepEqual([after.body.webhook.failingSince, after.body.webhook.isOn], [null, true])
})
