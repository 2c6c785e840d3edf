import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, made, parts } from '../../../test/everything.ts'
import { sql } from '../../foundation/db/sql.ts'
import { isSignedWith, startScene } from './receiver.fixture.ts'

it('a rotated secret stays valid beside the new one for the requested time', async () => {
  await using scene = await startScene()
  const { server, receiver } = scene
  const { id, secret } = await scene.webhook()
  const rotated = await server.call('POST', `/api/v1/webhooks/${id}/rotate-secret`, { previousHours: 2 })
  assertDone(rotated)
  const { secret: next } = rotated.body
  const signed = async () => {
    await made(server.call, parts, {})
    await scene.pass()
    const last = receiver.received.at(-1)!
    return [last.signatures.length, isSignedWith(next, last), isSignedWith(secret, last)]
  }
  assert.deepEqual(await signed(), [2, true, true])
  await scene.pass('PT2H')
  assert.deepEqual(await signed(), [1, true, false])
  assertDone(await server.call('POST', `/api/v1/webhooks/${id}/rotate-secret`, { previousHours: 0 }))
  assert.deepEqual(await signed(), [1, false, false])
})

it('a secret is shown once: neither answers, nor the audit log, nor the table have it', async () => {
  await using scene = await startScene()
  const { server } = scene
  const { id, secret } = await scene.webhook()
  const { body } = await server.call('POST', `/api/v1/webhooks/${id}/rotate-secret`, {})
  const texts = [
    await server.call('GET', '/api/v1/webhooks'),
    await server.call('GET', `/api/v1/webhooks/${id}`),
    await server.call('GET', `/api/v1/audit?object=webhook:${id}`),
    await server.platform.database.reader.rows(sql`select * from webhook`),
  ].map((one) => JSON.stringify(one))
  for (const text of texts) for (const one of [secret, body.secret]) assert.ok(!text.includes(one.slice(6)))
  assert.match(texts[2]!, /previousUntil/)
})
