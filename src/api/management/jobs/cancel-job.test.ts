import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, listed, parts } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { ended, manyParts } from './jobs.fixture.ts'

const server = useServer()

it('ends a job; what is changed stays changed, and the rest as it was', async () => {
  const { filter } = await manyParts(server.call, 400)
  const action = { update: { context: { weight: -1 } } }
  const started = await server.call('POST', '/api/v1/elements/all/parts/bulk', { filter, action })
  assertDone(started)
  const cancelled = await server.call('POST', `/api/v1/jobs/${started.body.jobId}/cancel`)
  assertDone(cancelled)
  const { state, processed, total } = cancelled.body
  assert.deepEqual([state, total], ['cancelled', 400])
  const { state: stays, result } = await ended(server.call, started.body.jobId)
  assert.deepEqual([stays, result.changed], ['cancelled', processed])
  const changed = await listed(server.call, parts, { filter: { and: [filter, { tf: { weight: -1 } }] } })
  assert.equal(changed.total, processed)
  const again = await server.call('POST', `/api/v1/jobs/${started.body.jobId}/cancel`)
  assertRefused(again, 409, 'job.ended', /already ended/)
})

it('refuses an unknown job, and an import that has ended', async () => {
  const missing = await server.call('POST', `/api/v1/jobs/${newId()}/cancel`)
  assertRefused(missing, 404, 'job.not_found', /not found/)
})
