import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'
import { aGroup, groups, names } from './groups.fixture.ts'

const server = useServer()

it('lists the groups that contain a group; with recursive, at all levels', async () => {
  const bottom = await aGroup(server.call, `Bottom ${newId()}`)
  const middle = await aGroup(server.call, 'Middle', [bottom])
  await aGroup(server.call, 'Top', [middle])
  assert.deepEqual(await names(server.call, `${groups}/${bottom}/parent-groups`), ['Middle'])
  assert.deepEqual(await names(server.call, `${groups}/${bottom}/parent-groups?recursive=true`), ['Middle', 'Top'])
})
