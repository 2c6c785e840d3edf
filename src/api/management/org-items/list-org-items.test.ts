import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { anItem } from '../../v1/scheme/groups/groups.fixture.ts'

const server = useServer()

async function aRoot(): Promise<string> {
  const list = await server.call('GET', '/api/v1/org-items')
  assertDone(list)
  const root = list.body.items.find(({ parent }: Body) => parent === null)
  return root?.id ?? anItem(server.call, 'department', 'Company')
}

it('lists the whole chart with parents and holders', async () => {
  const parent = await aRoot()
  const { id: holder, call } = await server.user()
  const id = await anItem(server.call, 'position', 'Clerk', { parent, holders: [holder] })
  const list = await call('GET', '/api/v1/org-items')
  assertDone(list)
  const item = list.body.items.find((one: Body) => one.id === id)
  assert.deepEqual([item.kind, item.name, item.parent, item.holders], ['position', 'Clerk', parent, [holder]])
})
