import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, made, parts } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'

const server = useServer()

it('finds no differences between the elements and their history', async () => {
  await made(server.call, parts, { code: 'verified' })
  const answer = await server.call('GET', '/api/v1/audit/verify/elements')
  assertDone(answer)
  const { elements, revisions, problems, next } = answer.body
  assert.ok(elements > 0 && revisions >= elements)
  assert.deepEqual([problems, next], [[], null])
})

it('is for administrators', async () => {
  const { call } = await server.user()
  assertRefused(await call('GET', '/api/v1/audit/verify/elements'), 403, 'auth.not_allowed', /administrators/)
})
