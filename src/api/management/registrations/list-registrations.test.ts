import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { grant } from '../../v1/nomenclature/nomenclature.fixture.ts'
import { caseWith, registered, registrations, useLetterbox } from './letters.fixture.ts'

const server = useLetterbox()

it('lists the registrations of the offices that the caller may see, newest first', async () => {
  const [made, other] = [await caseWith(server.call, { template: 'L-{seq}' }), await caseWith(server.call)]
  const all = [await registered(server.call, made.id), await registered(server.call, made.id)]
  await registered(server.call, other.id)
  const user = await server.user()
  const list = async (query: object) => {
    const answer = await user.call('GET', `${registrations}?query=${encodeURIComponent(JSON.stringify(query))}`)
    assertDone(answer)
    return answer.body.result
  }
  assert.equal((await list({})).total, 0)
  await grant(server.call, made.officeId, user.id, ['view'])
  assert.deepEqual(await list({}), { result: all.reverse(), total: 2 })
  assert.equal(
    (await list({ filter: { tf: { number: 'l-2', nomenclatureId: made.id, status: 'registered' } } })).total,
    1,
  )
  assert.equal((await list({ filter: { tf: { nomenclatureId: other.id } } })).total, 0)
})

it('refuses a filter by a field that does not exist', async () => {
  const answer = await server.call('GET', `${registrations}?query={"filter":{"tf":{"numbr":"1"}}}`)
  assertRefused(answer, 400, 'query.unknown_field', /number/)
})
