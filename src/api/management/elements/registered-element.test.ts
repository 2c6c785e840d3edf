import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { aLetter, bodyOf, caseWith, registrations, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()

it('the identity fields of an element are read-only from its registration until the registration is annulled', async () => {
  const { id: caseId } = await caseWith(server.call)
  const letter = await aLetter(server.call, {}, 'strict')
  const readOnly = async (): Promise<string[]> => {
    const answer = await server.call('GET', `/api/v1/elements/letterbox/strict/${letter.__id}/capabilities`)
    assertDone(answer)
    assert.deepEqual(answer.body.lockedFields, answer.body.readOnlyFields)
    return answer.body.readOnlyFields
  }
  assert.deepEqual(await readOnly(), [])
  const body = bodyOf(letter, caseId, { card: { paperAt: 'archive, shelf 7' } }, 'strict')
  const registered = await server.call('POST', registrations, body)
  assertDone(registered)
  assert.deepEqual(await readOnly(), ['subject', 'kind'])
  const { id } = registered.body.item
  assertDone(await server.call('POST', `${registrations}/${id}/annul`, { reason: 'a mistake' }))
  assert.deepEqual(await readOnly(), [])
})
