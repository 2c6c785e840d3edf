import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { grant, management } from '../../v1/nomenclature/nomenclature.fixture.ts'
import { aLetter, bodyOf, caseWith, registered, registrations, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()
const reserve = (id: string, body: object = {}, call = server.call) => call('POST', `${management}/${id}/reserve`, body)

it('keeps a number for a person, who registers an element under it', async () => {
  const made = await caseWith(server.call, { reserveEnabled: true })
  const [clerk, other] = [await server.user(), await server.user()]
  for (const { id } of [clerk, other]) await grant(server.call, made.officeId, id, ['register'])
  const answer = await reserve(made.id, { reservedFor: clerk.id, comment: 'for the director' })
  assertDone(answer)
  const { id: reservationId, number, status, reservedFor, reservedUntil } = answer.body.item
  assert.deepEqual([number, status, reservedFor], ['1', 'reserved', clerk.id])
  assert.match(reservedUntil, /^\d{4}-\d\d-\d\d$/)
  assert.equal((await registered(server.call, made.id)).number, '2')
  const letter = await aLetter(server.call)
  const use = (call = clerk.call) => call('POST', registrations, bodyOf(letter, made.id, { reservationId }))
  assertRefused(await use(other.call), 409, 'registration.not_reserved', /another person/)
  const used = await use()
  assertDone(used)
  assert.deepEqual(
    [used.body.item.id, used.body.item.number, used.body.item.status],
    [reservationId, '1', 'registered'],
  )
  const again = await clerk.call('POST', registrations, bodyOf(await aLetter(server.call), made.id, { reservationId }))
  assertRefused(again, 409, 'registration.not_reserved', /was used/)
})

it('is refused when the case reserves no numbers, for a person who does not exist, and for a day in the past', async () => {
  const made = await caseWith(server.call)
  assertRefused(await reserve(made.id), 409, 'registration.not_reserved', /"reserveEnabled" is off/)
  const on = await caseWith(server.call, { reserveEnabled: true })
  assertRefused(await reserve(on.id, { reservedFor: newId() }), 400, 'input.wrong', /no active user/)
  assertRefused(await reserve(on.id, { until: '2020-01-01' }), 400, 'registration.wrong_date', /past/)
  const unknown = await server.call(
    'POST',
    registrations,
    bodyOf(await aLetter(server.call), on.id, { reservationId: newId() }),
  )
  assertRefused(unknown, 409, 'registration.not_reserved', /no such reservation/)
})

it('ends after its last day, and its number stays in the journal', async () => {
  const made = await caseWith(server.call, { reserveEnabled: true })
  const answer = await reserve(made.id)
  assertDone(answer)
  const { database, context } = server.running().platform
  const { sql } = await import('../../../foundation/db/sql.ts')
  await context.registry.registrations.expire()
  const get = async () => (await server.call('GET', `${registrations}/${answer.body.item.id}`)).body.item
  assert.equal((await get()).status, 'reserved')
  await database.single.rows(
    sql`update registration set reserved_until = '2020-01-01' where id = ${answer.body.item.id}`,
  )
  await context.registry.registrations.expire()
  const { status, reason, number } = await get()
  assert.deepEqual([status, reason, number], ['cancelled', 'the reservation has expired', '1'])
  assert.equal((await registered(server.call, made.id)).number, '2')
})
