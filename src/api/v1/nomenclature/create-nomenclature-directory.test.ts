import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anOffice, aSection, grant, nomenclature } from './nomenclature.fixture.ts'

const server = useServer()
const create = (body: object, call = server.call) => call('POST', `${nomenclature}/directory`, body)

it('creates an office and sections inside it', async () => {
  const office = await anOffice(server.call, { name: '  Head   office ', code: 'MSK' })
  assert.deepEqual(
    [office.name, office.code, office.type, office.directoryId, office.officeId],
    ['Head office', 'MSK', 'place', null, office.id],
  )
  const section = await aSection(server.call, office.id, { code: '01' })
  const inner = await aSection(server.call, section.id)
  assert.deepEqual([inner.directoryId, inner.officeId], [section.id, office.id])
})

it('refuses an office inside a directory, and a section outside of one', async () => {
  const office = await anOffice(server.call)
  const wrong = 'nomenclature.wrong_directory'
  assertRefused(
    await create({ name: 'a', type: 'place', directoryId: office.id }),
    400,
    wrong,
    /an office is not inside/,
  )
  assertRefused(await create({ name: 'a', type: 'section' }), 400, wrong, /a section needs "directoryId"/)
  const unknown = await create({ name: 'a', type: 'section', directoryId: newId() })
  assertRefused(unknown, 404, 'nomenclature.directory_not_found', /not found/)
  assertRefused(await create({ name: ' \t ', type: 'place' }), 400, 'input.wrong', /must not be empty/)
  assertRefused(await create({ name: 'a', type: 'shelf' }), 400, 'input.wrong', /type/)
})

it('lets only administrators create offices, and users who administer an office create its sections', async () => {
  const office = await anOffice(server.call)
  const user = await server.user()
  assertRefused(
    await create({ name: 'a', type: 'place' }, user.call),
    403,
    'nomenclature.not_allowed',
    /administrators/,
  )
  const section = { name: 'a', type: 'section', directoryId: office.id }
  assertRefused(await create(section, user.call), 404, 'nomenclature.directory_not_found', /not found/)
  await grant(server.call, office.id, user.id, ['register'])
  assertRefused(await create(section, user.call), 403, 'nomenclature.not_allowed', /"administer"/)
  await grant(server.call, office.id, user.id, ['administer'])
  assertDone(await create(section, user.call))
})

it('is written into the audit log', async () => {
  const office = await anOffice(server.call, { name: 'Audited' })
  const audit = await server.call('GET', `/api/v1/audit?object=nomenclature-directory:${office.id}`)
  assertDone(audit)
  assert.equal(audit.body.entries[0].after.name, 'Audited')
})
