import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aGroup, aView, seen, views } from './views.fixture.ts'

const server = useServer()

it('changes what the body has, for everyone with whom the view is shared', async () => {
  const [owner, reader] = [await server.user(), await server.user()]
  const group = await aGroup(server.call, [reader.id])
  const view = await aView(owner.call)
  const administered = await server.call('PATCH', `${views}/${view.id}`, { name: 'mine' })
  assertRefused(administered, 404, 'view.not_found', /not found/)
  const refused = await owner.call('PATCH', `${views}/${view.id}`, { sharedWith: [group] })
  assertRefused(refused, 400, 'view.unknown_group', /not a member/)
  const shared = await aView(server.call, { name: 'before', sharedWith: [group] })
  assert.deepEqual(await seen(reader.call), ['before'])
  const changed = await server.call('PATCH', `${views}/${shared.id}`, { name: 'after' })
  assertDone(changed)
  assert.deepEqual([changed.body.view.name, changed.body.view.search], ['after', shared.search])
  assert.deepEqual(await seen(reader.call), ['after'])
  const not = await reader.call('PATCH', `${views}/${shared.id}`, { name: 'stolen' })
  assertRefused(not, 403, 'view.not_own', /only its owner/)
  assertDone(await server.call('PATCH', `${views}/${shared.id}`, { sharedWith: [] }))
  assert.deepEqual(await seen(reader.call), [])
})

it('does not find a view that does not exist', async () => {
  assertRefused(await server.call('PATCH', `${views}/${newId()}`, {}), 404, 'view.not_found', /not found/)
  assertRefused(await server.call('PATCH', `${views}/nonsense`, {}), 404, 'view.not_found', /not found/)
})
