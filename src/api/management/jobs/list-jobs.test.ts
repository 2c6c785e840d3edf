import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { ended, manyParts } from './jobs.fixture.ts'

const server = useServer()
const jobsOf = async (call: Call, query = ''): Promise<Body[]> => {
  const answer = await call('GET', `/api/v1/jobs${query}`)
  assertDone(answer)
  return answer.body.jobs
}

it('lists the jobs of the caller, newest first; administrators see those of all users', async () => {
  const [user, other] = [await server.user(), await server.user()]
  const { filter } = await manyParts(user.call, 3)
  const exported = await user.call('POST', '/api/v1/elements/all/parts/export', { filter })
  assertDone(exported)
  const { jobId } = exported.body
  await ended(user.call, jobId)
  const own = await jobsOf(user.call)
  assert.deepEqual(
    own.map(({ kind, state, total, application, createdBy }) => [kind, state, total, application, createdBy]),
    [
      ['export', 'done', 3, 'all.parts', user.id],
      ['import', 'done', 3, 'all.parts', user.id],
    ],
  )
  assert.deepEqual(await jobsOf(other.call), [])
  const all = await jobsOf(server.call)
  assert.ok(all.some(({ id }) => id === jobId))
  assert.deepEqual(
    (await jobsOf(user.call, '?size=1')).map(({ id }) => id),
    [jobId],
  )
  assertRefused(await user.call('GET', '/api/v1/jobs?size=1000'), 400, 'input.wrong', /size/)
})
