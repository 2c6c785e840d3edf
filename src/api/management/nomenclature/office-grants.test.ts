import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { anOffice, aSection, grant } from '../../v1/nomenclature/nomenclature.fixture.ts'

const server = useServer()

it('lists who has rights to an office, and is managed by users with the right to administer the office', async () => {
  const office = await anOffice(server.call)
  const [clerk, head] = [await server.user(), await server.user()]
  const grants = `/api/v1/nomenclature-directories/${office.id}/grants`
  await grant(server.call, office.id, head.id, ['administer'])
  await grant(head.call, office.id, clerk.id, ['register'])
  const list = await head.call('GET', grants)
  assertDone(list)
  assert.deepEqual(
    list.body.grants.map((one: { rights: string[] }) => one.rights),
    [['administer'], ['register']],
  )
  assertRefused(await clerk.call('GET', grants), 403, 'nomenclature.not_allowed', /administer/)
  assertDone(await head.call('DELETE', `${grants}/${clerk.id}`))
  assertRefused(await clerk.call('GET', grants), 404, 'nomenclature.directory_not_found', /not found/)
})

it('is given for offices only, not for sections', async () => {
  const office = await anOffice(server.call)
  const section = await aSection(server.call, office.id)
  const { id } = await server.user()
  const answer = await server.call('PUT', `/api/v1/nomenclature-directories/${section.id}/grants/${id}`, {
    rights: ['view'],
  })
  assertRefused(answer, 404, 'nomenclature.directory_not_found', /not found/)
})
