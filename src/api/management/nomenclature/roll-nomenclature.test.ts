import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { aCase, anOffice, aSection, management } from '../../v1/nomenclature/nomenclature.fixture.ts'
import { caseWith, registered, useLetterbox } from '../registrations/letters.fixture.ts'

const server = useLetterbox()
const thisYear = new Date().getUTCFullYear()
const get = async (id: string): Promise<Body> => (await server.call('GET', `${management}/${id}`)).body.item

it('copies the cases of the last year and closes them, with a summary', async () => {
  const { id: directoryId } = await anOffice(server.call)
  const settings = { template: '{case.index}/{seq}', resetInPeriod: true }
  const old = await caseWith(server.call, settings, { directoryId, index: '01-03', year: thisYear - 1 })
  const through = { through: true, throughSerialId: old.id, template: '{seq}-th' }
  const sharing = await caseWith(server.call, through, { directoryId, index: '01-05', year: thisYear - 1 })
  const lasting = await aCase(server.call, { directoryId, index: '01-09', year: thisYear - 1 })
  assertDone(await server.call('PATCH', `${management}/${lasting.id}`, { transitional: true }))
  const draft = await aCase(server.call, { directoryId, index: '02-01', year: thisYear })
  await registered(server.call, old.id)
  await registered(server.call, sharing.id)
  const roll = () => server.call('POST', `${management}/roll`, { officeId: directoryId, year: thisYear })
  const answer = await roll()
  assertDone(answer)
  const shown = answer.body.cases.map((one: Body) => [
    one.index,
    one.registered,
    one.firstNumber,
    one.lastNumber,
    one.nextId === null,
  ])
  assert.deepEqual(shown, [
    ['01-03', 1, '01-03/1', '01-03/1', false],
    ['01-05', 1, '2-th', '2-th', false],
    ['01-09', 0, null, null, true],
  ])
  const [copy, sharingCopy] = [await get(answer.body.cases[0].nextId), await get(answer.body.cases[1].nextId)]
  assert.deepEqual(
    [copy.state, copy.year, copy.index, copy.previousId, copy.serialId],
    ['active', thisYear, '01-03', old.id, copy.id],
  )
  assert.deepEqual([sharingCopy.serialId, sharingCopy.registrationSettings.throughSerialId], [copy.id, copy.id])
  assert.deepEqual(
    [(await get(old.id)).state, (await get(lasting.id)).year, (await get(draft.id)).state],
    ['closed', thisYear, 'active'],
  )
  assert.equal((await registered(server.call, copy.id)).number, '01-03/1')
  const again = await roll()
  assertDone(again)
  assert.deepEqual(again.body.cases, [])
})

it('is refused for a year that has not begun, and for a section', async () => {
  const office = await anOffice(server.call)
  const section = await aSection(server.call, office.id)
  const roll = (officeId: string, year: number) => server.call('POST', `${management}/roll`, { officeId, year })
  assertRefused(await roll(office.id, thisYear + 1), 400, 'nomenclature.wrong_year', /is opened in/)
  assertRefused(await roll(section.id, thisYear), 404, 'nomenclature.directory_not_found', /is a section/)
})
