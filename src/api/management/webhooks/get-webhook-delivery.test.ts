import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDelivery } from './webhooks.fixture.ts'

const server = useServer()

it('returns a delivery with its attempts, and none of another webhook', async () => {
  const { hook, delivery, id } = await aDelivery(server)
  const answer = await server.call('GET', delivery)
  assertDone(answer)
  assert.deepEqual([answer.body.delivery.id, answer.body.delivery.log.length], [id, 1])
  const other = await aDelivery(server)
  const foreign = await server.call('GET', `${hook}/deliveries/${other.id}`)
  assertRefused(foreign, 404, 'webhook.delivery_not_found', /not found/)
})
