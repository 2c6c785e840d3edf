import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { caseWith, registered, registrations, useLetterbox } from './letters.fixture.ts'

const server = useLetterbox()
const correct = (id: string, body: object) =>
  server.call('POST', `${registrations}/${id}/correct`, { reason: 'a mistake', ...body })

it('changes number, date and card where the case allows corrections', async () => {
  const { id: caseId } = await caseWith(server.call, { editAfterRegistration: true, resetInPeriod: true })
  const day = (offset: number) => new Date(Date.now() - offset * 86_400_000).toISOString().slice(0, 10)
  const one = await registered(server.call, caseId, { date: '2025-05-05', card: { sheets: 1, comment: 'kept' } })
  const answer = await correct(one.id, { number: '1-bis', date: '2025-05-04', card: { sheets: 2 } })
  assertDone(answer)
  const { number, date, card, corrections, reason } = answer.body.item
  assert.deepEqual(
    [number, date, card, corrections, reason],
    ['1-bis', '2025-05-04', { sheets: 2, comment: 'kept' }, 1, 'a mistake'],
  )
  assertRefused(await correct(one.id, { date: day(0) }), 400, 'registration.wrong_date', /period/)
})

it('refuses a number that was given before, and a case without corrections', async () => {
  const { id: caseId } = await caseWith(server.call, { editAfterRegistration: true })
  const [one, two] = [await registered(server.call, caseId), await registered(server.call, caseId)]
  assertRefused(await correct(two.id, { number: '1' }), 409, 'registration.number_taken', /"1"/)
  assertRefused(await correct(two.id, { number: '  ' }), 400, 'registration.wrong_number', /empty/)
  assertDone(await server.call('POST', `${registrations}/${one.id}/annul`, { reason: 'a' }))
  assertRefused(await correct(one.id, { number: '9' }), 409, 'registration.fixed', /annulled/)
  const fixed = await caseWith(server.call)
  const three = await registered(server.call, fixed.id)
  assertRefused(await correct(three.id, { number: '9' }), 409, 'registration.fixed', /editAfterRegistration/)
})
