import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { aLetter, caseWith, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()

it('lists holds of cases and elements to administrators', async () => {
  const { id: caseId } = await caseWith(server.call)
  const letter = await aLetter(server.call)
  const element = { namespace: 'letterbox', code: 'plain', id: letter.__id }
  const first = await server.call('POST', '/api/v1/holds', { caseId, reason: 'a' })
  const second = await server.call('POST', '/api/v1/holds', { ...element, reason: 'b' })
  const answer = await server.call('GET', '/api/v1/holds')
  assertDone(answer)
  assert.deepEqual(answer.body.holds.slice(0, 2), [second.body.hold, first.body.hold])
  assert.deepEqual(answer.body.holds[0].element, element)
  const user = await server.user()
  assertRefused(await user.call('GET', '/api/v1/holds'), 403, 'auth.not_allowed', /administrators/)
})
