import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aWebhook, path } from './webhooks.fixture.ts'

const server = useServer()

it('returns a new secret, and keeps the previous one for a day by default', async () => {
  const { webhook, secret } = await aWebhook(server)
  const answer = await server.call('POST', `${path}/${webhook.id}/rotate-secret`, {})
  assertDone(answer)
  assert.notEqual(answer.body.secret, secret)
  const hours = (Date.parse(answer.body.previousUntil) - Date.now()) / 3_600_000
  assert.ok(hours > 23.5 && hours <= 24, String(hours))
  const after = await server.call('GET', `${path}/${webhook.id}`)
  assert.equal(after.body.webhook.previousUntil, answer.body.previousUntil)
  const tooLong = await server.call('POST', `${path}/${webhook.id}/rotate-secret`, { previousHours: 1000 })
  assertRefused(tooLong, 400, 'input.wrong', /previousHours/)
})
