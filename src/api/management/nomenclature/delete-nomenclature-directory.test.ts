import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aCase, anOffice, aSection, management } from '../../v1/nomenclature/nomenclature.fixture.ts'

const server = useServer()
const remove = (id: string) => server.call('DELETE', `/api/v1/nomenclature-directories/${id}`)

it('deletes an empty section and an empty office only', async () => {
  const office = await anOffice(server.call)
  const section = await aSection(server.call, office.id)
  const { id } = await aCase(server.call, { directoryId: section.id })
  assertRefused(await remove(office.id), 409, 'nomenclature.directory_in_use', /contains/)
  assertRefused(await remove(section.id), 409, 'nomenclature.directory_in_use', /contains/)
  assertDone(await server.call('DELETE', `${management}/${id}`))
  assertDone(await remove(section.id))
  assertDone(await remove(office.id))
  const again = await remove(office.id)
  assertRefused(again, 404, 'nomenclature.directory_not_found', /not found/)
  assert.equal(again.body.success, false)
})
