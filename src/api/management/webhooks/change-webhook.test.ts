import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aWebhook, path } from './webhooks.fixture.ts'

const server = useServer()

it('changes what the body has, and records it in the audit log', async () => {
  const { webhook } = await aWebhook(server)
  const changed = await server.call('PATCH', `${path}/${webhook.id}`, { name: 'renamed', namespaces: ['all'] })
  assertDone(changed)
  const { updatedAt: _before, ...before } = webhook
  const { updatedAt: _after, ...after } = changed.body.webhook
  assert.deepEqual(after, { ...before, name: 'renamed', namespaces: ['all'] })
  const audit = await server.call('GET', `/api/v1/audit?object=webhook:${webhook.id}`)
  assertDone(audit)
  assert.deepEqual(audit.body.entries[0].after, { name: 'renamed', namespaces: ['all'] })
  const wrong = await server.call('PATCH', `${path}/${webhook.id}`, { name: 'x', url: 'ftp://example.com' })
  assertRefused(wrong, 400, 'webhook.wrong_url', /http or https/)
})
