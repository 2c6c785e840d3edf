import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { grant } from '../../v1/nomenclature/nomenclature.fixture.ts'
import { caseWith, letters, registered, registrations, useLetterbox } from './letters.fixture.ts'

const server = useLetterbox()

it('keeps the number in the journal with the reason, and does not give it again', async () => {
  const { id: caseId } = await caseWith(server.call)
  const one = await registered(server.call, caseId)
  const annul = () => server.call('POST', `${registrations}/${one.id}/annul`, { reason: 'registered twice' })
  const answer = await annul()
  assertDone(answer)
  const { status, reason, number, annulledAt } = answer.body.item
  assert.deepEqual([status, reason, number], ['cancelled', 'registered twice', '1'])
  assert.notEqual(annulledAt, null)
  assert.equal((await registered(server.call, caseId)).number, '2')
  assertRefused(await annul(), 409, 'registration.fixed', /already annulled/)
  const letter = await server.call('GET', `${letters()}/${one.element.id}/get`)
  assert.equal(letter.body.item.__register_name, null)
})

it('requires the right to register, and a reason', async () => {
  const made = await caseWith(server.call)
  const one = await registered(server.call, made.id)
  const user = await server.user()
  const annul = (body: object) => user.call('POST', `${registrations}/${one.id}/annul`, body)
  assertRefused(await annul({ reason: 'a' }), 404, 'registration.not_found', /not found/)
  await grant(server.call, made.officeId, user.id, ['view'])
  assertRefused(await annul({ reason: 'a' }), 403, 'nomenclature.not_allowed', /register/)
  await grant(server.call, made.officeId, user.id, ['register'])
  assertRefused(await annul({}), 400, 'input.wrong', /reason/)
  assertDone(await annul({ reason: 'a' }))
})
