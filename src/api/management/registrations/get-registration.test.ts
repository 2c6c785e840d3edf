import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { grant } from '../../v1/nomenclature/nomenclature.fixture.ts'
import { caseWith, registered, registrations, useLetterbox } from './letters.fixture.ts'

const server = useLetterbox()

it('returns a registration to callers who may see the office', async () => {
  const made = await caseWith(server.call)
  const one = await registered(server.call, made.id)
  const user = await server.user()
  const get = (id: string) => user.call('GET', `${registrations}/${id}`)
  assertRefused(await get(one.id), 404, 'registration.not_found', /not found/)
  await grant(server.call, made.officeId, user.id, ['view'])
  const answer = await get(one.id)
  assertDone(answer)
  assert.deepEqual(answer.body.item, one)
  assertRefused(await get(newId()), 404, 'registration.not_found', /not found/)
})
