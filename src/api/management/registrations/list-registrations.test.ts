import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { grant } from '../../v1/nomenclature/nomenclature.fixture.ts'
import { aLetter, bodyOf, caseWith, registered, registrations, useLetterbox } from './letters.fixture.ts'

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

it('lists the registrations of a period, with the names of the documents that the caller can see', async () => {
  const made = await caseWith(server.call, { template: 'P-{seq}' })
  const dates = ['2026-03-02', '2026-03-31', '2026-04-01']
  for (const date of dates) {
    const letter = await aLetter(server.call, { __name: `Letter of ${date}` })
    assertDone(await server.call('POST', registrations, bodyOf(letter, made.id, { date })))
  }
  const list = async (query: object) => {
    const answer = await server.call('GET', `${registrations}?query=${encodeURIComponent(JSON.stringify(query))}`)
    assertDone(answer)
    return answer.body.result.result
  }
  const period = `[nomenclatureId] = '${made.id}' and [date] >= '2026-03-01' and [date] <= '2026-03-31'`
  const found = await list({
    filter: { eql: { query: period } },
    fields: { date: true, elementName: true },
    sortExpressions: [{ field: 'date', ascending: true }],
  })
  assert.deepEqual(
    found.map(({ date, elementName }: { date: string; elementName: string }) => [date, elementName]),
    dates.slice(0, 2).map((date) => [date, `Letter of ${date}`]),
  )
})

it('refuses a filter by a field that does not exist', async () => {
  const answer = await server.call('GET', `${registrations}?query={"filter":{"tf":{"numbr":"1"}}}`)
  assertRefused(answer, 400, 'query.unknown_field', /number/)
})
