import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('finds no problems in the log, day by day', async () => {
  const answer = await server.call('GET', '/api/v1/audit/verify')
  assertDone(answer)
  const { days, problems, next } = answer.body
  assert.deepEqual([problems, next, Array.isArray(days)], [[], null, true])
})

it('is for administrators', async () => {
  const { call } = await server.user()
  assertRefused(await call('GET', '/api/v1/audit/verify'), 403, 'auth.not_allowed', /administrators/)
})
