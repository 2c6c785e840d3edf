import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useServer } from '../../../../test/shared-server.ts'
import { aGroup, aView, seen } from './views.fixture.ts'

const server = useServer()

it('has the own views and those shared with a group of the caller, by name, and no others', async () => {
  const [anna, boris, vera] = [await server.user(), await server.user(), await server.user()]
  const group = await aGroup(server.call, [anna.id, boris.id])
  const shared = await aView(server.call, { name: 'b shared', sharedWith: [group] })
  await aView(anna.call, { name: 'A own' })
  await aView(anna.call, { name: 'c own', application: 'all.parts' })
  assert.deepEqual(await seen(anna.call), ['A own', 'b shared', 'c own'])
  assert.deepEqual(await seen(anna.call, '?application=all.parts'), ['c own'])
  assert.deepEqual(await seen(boris.call), ['b shared'])
  assert.deepEqual(await seen(vera.call), [])
  assert.deepEqual([shared.isOwn, shared.sharedWith, shared.search], [true, [group], 'f=["kind:small"]'])
})
