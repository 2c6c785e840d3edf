import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aCase, grant, management } from '../../v1/nomenclature/nomenclature.fixture.ts'

const server = useServer()

it('changes the values of the nomenclature form and writes the change into the audit log', async () => {
  const made = await aCase(server.call)
  const { id: responsible } = await server.user()
  const change = {
    transitional: true,
    retention: { kind: 'years', years: 5, article: '258', expertReview: true },
    responsible,
    place: 'shelf 7',
    media: 'paper',
    note: 'a note',
    index: '02-01',
    year: 2026,
  }
  const answer = await server.call('PATCH', `${management}/${made.id}`, change)
  assertDone(answer)
  for (const [key, value] of Object.entries(change)) assert.deepEqual(answer.body.item[key], value)
  const audit = await server.call('GET', `/api/v1/audit?object=nomenclature:${made.id}`)
  assert.deepEqual([audit.body.entries[0].before.place, audit.body.entries[0].after.place], [null, 'shelf 7'])
  const cleared = await server.call('PATCH', `${management}/${made.id}`, { retention: null, responsible: null })
  assertDone(cleared)
  assert.deepEqual([cleared.body.item.retention, cleared.body.item.place], [null, 'shelf 7'])
})

it('refuses a retention without years, an unknown person and an unknown key', async () => {
  const made = await aCase(server.call)
  const change = (body: object) => server.call('PATCH', `${management}/${made.id}`, body)
  assertRefused(await change({ retention: { kind: 'years' } }), 400, 'input.wrong', /needs "years"/)
  assertRefused(await change({ responsible: newId() }), 400, 'input.wrong', /no user/)
  assertRefused(await change({ colour: 'red' }), 400, 'input.wrong', /colour/)
})

it('requires the right to administer the office', async () => {
  const made = await aCase(server.call)
  const user = await server.user()
  await grant(server.call, made.officeId, user.id, ['backdate'])
  const answer = await user.call('PATCH', `${management}/${made.id}`, { note: 'a' })
  assertRefused(answer, 403, 'nomenclature.not_allowed', /administer/)
})
