import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../../test/everything.ts'
import type { Body } from '../../../../../test/platform.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'
import { aGroup, anItem, groups, rows } from './groups.fixture.ts'

const server = useServer()

async function aRoot(): Promise<string> {
  const list = await server.call('GET', '/api/v1/org-items')
  assertDone(list)
  const root = list.body.items.find(({ parent }: Body) => parent === null)
  return root?.id ?? anItem(server.call, 'department', 'Company')
}

it('lists the positions in a group', async () => {
  const position = await anItem(server.call, 'position', `Clerk ${newId()}`, { parent: await aRoot() })
  const id = await aGroup(server.call, `Positions ${newId()}`, [position])
  const positions = await rows(server.call, `${groups}/${id}/positions`)
  assert.deepEqual(
    positions.map(({ __id }) => __id),
    [position],
  )
})
