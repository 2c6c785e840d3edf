import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import {
  aLetter,
  bodyOf,
  caseWith,
  registrations,
  useLetterbox,
} from '../../management/registrations/letters.fixture.ts'

const server = useLetterbox()

it('lists all registrations of an element, newest first, to users who can see the element', async () => {
  const [first, second] = [await caseWith(server.call), await caseWith(server.call, { template: 'S-{seq}' })]
  const letter = await aLetter(server.call)
  for (const { id } of [first, second]) assertDone(await server.call('POST', registrations, bodyOf(letter, id)))
  const user = await server.user()
  const list = () => user.call('POST', `/pub/v1/registration/letterbox/plain/${letter.__id}`)
  const answer = await list()
  assertDone(answer)
  const shown = answer.body.result.map((one: Record<string, string>) => [one.nomenclatureId, one.number, one.status])
  assert.deepEqual(shown, [
    [second.id, 'S-1', 'registered'],
    [first.id, '1', 'registered'],
  ])
  assertDone(await server.call('POST', `${registrations}/${answer.body.result[1].id}/annul`, { reason: 'a' }))
  const after = await list()
  assert.equal(after.body.result[1].status, 'cancelled')
})

it('is empty without registrations, and 404 for an element that does not exist', async () => {
  const letter = await aLetter(server.call, {}, 'unregistered')
  const none = await server.call('POST', `/pub/v1/registration/letterbox/unregistered/${letter.__id}`)
  assertDone(none)
  assert.deepEqual(none.body.result, [])
  const missing = await server.call('POST', `/pub/v1/registration/letterbox/plain/${newId()}`)
  assertRefused(missing, 404, 'element.not_found', /not found/)
})
