import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aCase, management } from '../../v1/nomenclature/nomenclature.fixture.ts'

const server = useServer()
const remove = (id: string) => server.call('DELETE', `${management}/${id}`)

it('deletes a case without registrations, whose index is free again', async () => {
  const made = await aCase(server.call, { index: '09-09' })
  assertDone(await remove(made.id))
  assertRefused(await remove(made.id), 404, 'nomenclature.not_found', /not found/)
  const again = await aCase(server.call, { directoryId: made.officeId, index: '09-09' })
  assert.notEqual(again.id, made.id)
})

it('refuses to delete a case whose counter another case uses', async () => {
  const made = await aCase(server.call)
  await aCase(server.call, { registrationSettings: { through: true, throughSerialId: made.id } })
  assertRefused(await remove(made.id), 409, 'nomenclature.case_in_use', /counter/)
})

it('refuses to delete a case under a legal hold until the hold is lifted', async () => {
  const { id } = await aCase(server.call)
  const placed = await server.call('POST', '/api/v1/holds', { caseId: id, reason: 'court case 17' })
  assertDone(placed)
  assertRefused(await remove(id), 409, 'record.on_hold', /under a legal hold/)
  assertDone(await server.call('POST', `/api/v1/holds/${placed.body.hold.id}/lift`, { reason: 'settled' }))
  assertDone(await remove(id))
})
