import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aDelivery } from './webhooks.fixture.ts'

const server = useServer()

it('makes a delivery wait for another attempt', async () => {
  const { hook, delivery } = await aDelivery(server)
  const answer = await server.call('POST', `${delivery}/replay`)
  assertDone(answer)
  assert.ok(['pending', 'failed'].includes(answer.body.delivery.state))
  const { body } = await server.call('GET', `/api/v1/audit?object=webhook:${hook.split('/').at(-1)}`)
  assert.deepEqual(Object.keys(body.entries[0].after), ['replayed'])
  assertDone(await server.call('PATCH', hook, { isOn: false }))
  assertRefused(await server.call('POST', `${delivery}/replay`), 400, 'webhook.off', /switch it on/)
})
