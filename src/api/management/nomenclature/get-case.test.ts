import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aCase, grant, management } from '../../v1/nomenclature/nomenclature.fixture.ts'

const server = useServer()

it('returns a case with its templates to callers who may see the office', async () => {
  const made = await aCase(server.call)
  const user = await server.user()
  const get = (id = made.id) => user.call('GET', `${management}/${id}`)
  assertRefused(await get(), 404, 'nomenclature.not_found', /not found/)
  await grant(server.call, made.officeId, user.id, ['view'])
  const answer = await get()
  assertDone(answer)
  assert.deepEqual([answer.body.item, answer.body.templates.length], [made, 1])
  assertRefused(await get(newId()), 404, 'nomenclature.not_found', /not found/)
  assertRefused(await get('x'), 404, 'nomenclature.not_found', /not found/)
})
