import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { management } from '../../v1/nomenclature/nomenclature.fixture.ts'
import { caseWith, registered, registrations, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()
const next = (id: string, query = '') => server.call('GET', `${management}/${id}/next-number${query}`)

it('shows the number that the next registration gets', async () => {
  const { id } = await caseWith(server.call, {
    template: '{yy}/{seq:00}',
    resetInPeriod: true,
    editAfterRegistration: true,
  })
  const preview = async (query = '') => {
    const answer = await next(id, query)
    assertDone(answer)
    return [answer.body.number, answer.body.seq, answer.body.period]
  }
  assert.deepEqual(await preview('?date=2025-03-04'), ['25/01', '1', '2025-01-01'])
  const one = await registered(server.call, id, { date: '2025-03-04' })
  assert.deepEqual(await preview('?date=2025-12-31'), ['25/02', '2', '2025-01-01'])
  assertDone(await server.call('POST', `${registrations}/${one.id}/correct`, { number: '25/02', reason: 'a' }))
  assert.deepEqual(await preview('?date=2025-12-31'), ['25/03', '3', '2025-01-01'])
})

it('is refused for a case whose numbers are typed', async () => {
  const { id } = await caseWith(server.call, { templateEnabled: false })
  assertRefused(await next(id), 400, 'registration.wrong_number', /are typed/)
  const dated = await caseWith(server.call)
  assertRefused(await next(dated.id, '?date=2025-02-31'), 400, 'registration.wrong_date', /day/)
})
