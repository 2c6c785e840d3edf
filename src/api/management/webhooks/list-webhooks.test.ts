import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aWebhook, path } from './webhooks.fixture.ts'

const server = useServer()

it('lists the webhooks by name, without secrets', async () => {
  const { webhook, secret } = await aWebhook(server)
  const answer = await server.call('GET', path)
  assertDone(answer)
  const found = answer.body.result.result.find(({ id }: { id: string }) => id === webhook.id)
  assert.deepEqual(found, webhook)
  assert.ok(!JSON.stringify(answer.body).includes(secret.slice(6)))
})
