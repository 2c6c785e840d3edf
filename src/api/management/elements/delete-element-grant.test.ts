import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, made, things } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()

async function aGranted() {
  const { __id } = await made(server.call, things, { title: `granted ${newId()}` })
  const { id } = await server.user()
  const grants = `/api/v1/elements/all/things/${__id}/grants`
  return { grants, id }
}

it('revokes a grant, once', async () => {
  const { grants, id } = await aGranted()
  assertDone(await server.call('PUT', `${grants}/${id}`, { rights: ['view'] }))
  assertDone(await server.call('DELETE', `${grants}/${id}`))
  const list = await server.call('GET', grants)
  assertDone(list)
  assert.deepEqual(list.body.grants, [])
  assertRefused(await server.call('DELETE', `${grants}/${id}`), 404, 'access.grant_not_found', /./)
})
