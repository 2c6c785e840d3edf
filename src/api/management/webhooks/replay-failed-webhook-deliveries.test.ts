import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDelivery } from './webhooks.fixture.ts'

const server = useServer()

it('leaves test requests alone, and refuses a webhook that is off', async () => {
  const { hook } = await aDelivery(server)
  const period = { from: '2001-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
  const answer = await server.call('POST', `${hook}/replay-failed`, period)
  assertDone(answer)
  assert.equal(answer.body.replayed, 0)
  assertDone(await server.call('PATCH', hook, { isOn: false }))
  assertRefused(await server.call('POST', `${hook}/replay-failed`, period), 400, 'webhook.off', /switch it on/)
})
