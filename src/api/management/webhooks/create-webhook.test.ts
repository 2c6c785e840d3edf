import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aWebhook, input, path } from './webhooks.fixture.ts'

const server = useServer()

it('creates a webhook that acts for its creator, and shows its secret once', async () => {
  const { webhook, secret } = await aWebhook(server)
  assert.match(secret, /^whsec_[\w+/]{43}=$/)
  const { name, url, events, applications, ...others } = webhook
  assert.deepEqual({ name, url, events, applications }, input)
  const { userId, namespaces, includeElement, isOn, pending, failed } = others
  assert.equal(userId, server.running().userId)
  assert.deepEqual([namespaces, includeElement, isOn, pending, failed], [[], false, true, 0, 0])
})

it('refuses addresses, applications, namespaces and users that cannot be used, and creates nothing', async () => {
  const count = async (): Promise<number> => (await server.call('GET', path)).body.result.total
  const before = await count()
  const refused = async (more: object, status: number, code: string, sentence: RegExp) =>
    assertRefused(await server.call('POST', path, { ...input, ...more }), status, code, sentence)
  for (const url of ['ftp://example.com', 'example.com', 'http://user:password@example.com', 'javascript:alert(1)'])
    await refused({ url }, 400, 'webhook.wrong_url', /http or https/)
  await refused({ applications: ['all.part'] }, 404, 'application.not_found', /did you mean "all\.parts"/)
  await refused({ namespaces: ['al'] }, 404, 'namespace.not_found', /did you mean "all"/)
  await refused({ userId: newId() }, 404, 'user.not_found', /no active user/)
  await refused({ events: [] }, 400, 'input.wrong', /events/)
  await refused({ event: 'element.created' }, 400, 'input.wrong', /event/)
  assert.equal(await count(), before)
})
