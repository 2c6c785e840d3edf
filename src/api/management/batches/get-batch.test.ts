import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { interrupted } from './batches.fixture.ts'

const server = useServer()

it('a batch tells its progress and what it does', async () => {
  const { batch } = await interrupted(server.call)
  const answer = await server.call('GET', `/api/v1/batches/${batch.id}`)
  assertDone(answer)
  const { kind, state, total, done, failed, percent, settings } = answer.body.batch
  assert.deepEqual([kind, state, total, done, failed, percent], ['interrupt', 'completed', 3, 3, 0, 100])
  assert.deepEqual(settings, { comment: 'not needed' })
})

it('the batch of somebody else and an unknown one are 404', async () => {
  const { batch } = await interrupted(server.call)
  const { call } = await server.user()
  for (const id of [batch.id, 'nonsense'])
    assertRefused(await call('GET', `/api/v1/batches/${id}`), 404, 'batch.not_found', /not found/)
})
