import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { management } from '../../v1/nomenclature/nomenclature.fixture.ts'
import { caseWith, registered, registrations, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()
const dispose = (...caseIds: string[]) => server.call('POST', `${management}/dispose`, { number: '7', caseIds })

/** Creates a case that was closed ten years ago. */
async function aClosedCase(retention: object | null): Promise<Body> {
  const made = await caseWith(server.call)
  assertDone(await server.call('PATCH', `${management}/${made.id}`, { retention }))
  assertDone(await server.call('POST', `${management}/${made.id}/state`, { state: 'closed' }))
  const closedOn = `${new Date().getUTCFullYear() - 10}-06-01`
  await server
    .running()
    .platform.database.single.rows(
      sql`update nomenclature_case set closed_on = ${closedOn}::date where id = ${made.id}`,
    )
  return made
}

it('disposes of cases whose retention has ended', async () => {
  const one = await aClosedCase({ kind: 'years', years: 9 })
  const answer = await dispose(one.id)
  assertDone(answer)
  const after = await server.call('GET', `${management}/${one.id}`)
  assert.equal(after.body.item.state, 'disposed')
  const audit = await server.call('GET', `/api/v1/audit?object=disposal-act:${answer.body.id}`)
  assert.equal(audit.body.entries[0].after.number, '7')
  const change = await server.call('PATCH', `${management}/${one.id}`, { note: 'a' })
  assertRefused(change, 409, 'nomenclature.wrong_state', /disposed of/)
})

it('disposes of none when one is open, is kept longer or permanently, has no retention, or is under a hold', async () => {
  const due = await aClosedCase({ kind: 'years', years: 1 })
  const refused = async (id: string, reason: RegExp) =>
    assertRefused(await dispose(due.id, id), 409, 'nomenclature.disposal_refused', reason)
  await refused((await caseWith(server.call)).id, /close it first/)
  await refused((await aClosedCase({ kind: 'years', years: 10 })).id, /its retention ends with the year/)
  await refused((await aClosedCase({ kind: 'permanent' })).id, /permanently/)
  await refused((await aClosedCase(null)).id, /no retention/)
  const held = await aClosedCase({ kind: 'until_replaced' })
  assertDone(await server.call('POST', '/api/v1/holds', { caseId: held.id, reason: 'a' }))
  await refused(held.id, /legal hold/)
  const open = await caseWith(server.call)
  const { element } = await registered(server.call, open.id)
  assertDone(await server.call('POST', '/api/v1/holds', { ...element, reason: 'a' }))
  assertDone(await server.call('PATCH', `${management}/${open.id}`, { retention: { kind: 'until_replaced' } }))
  assertDone(await server.call('POST', `${management}/${open.id}/state`, { state: 'closed' }))
  await refused(open.id, /legal hold/)
  const kept = await server.call('GET', `${management}/${due.id}`)
  assert.equal(kept.body.item.state, 'closed')
  assert.equal((await server.call('GET', registrations)).status, 200)
})
