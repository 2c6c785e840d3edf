import assert from 'node:assert/strict'
import { it } from 'node:test'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'
import { aGroup, groups, names } from './groups.fixture.ts'

const server = useServer()

it('lists the groups in a group; with recursive, at all levels', async () => {
  const bottom = await aGroup(server.call, 'Bottom')
  const middle = await aGroup(server.call, 'Middle', [bottom])
  const top = await aGroup(server.call, `Top ${newId()}`, [middle])
  assert.deepEqual(await names(server.call, `${groups}/${top}/sub-groups`), ['Middle'])
  assert.deepEqual(await names(server.call, `${groups}/${top}/sub-groups?recursive=true`), ['Bottom', 'Middle'])
})
