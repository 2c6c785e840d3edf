import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anItem } from '../../v1/scheme/groups/groups.fixture.ts'

const server = useServer()

async function aRoot(): Promise<string> {
  const list = await server.call('GET', '/api/v1/org-items')
  assertDone(list)
  const root = list.body.items.find(({ parent }: Body) => parent === null)
  return root?.id ?? anItem(server.call, 'department', 'Company')
}

it('renames an item and changes its holders', async () => {
  const id = await anItem(server.call, 'position', 'Before', { parent: await aRoot() })
  const { id: holder } = await server.user()
  assertDone(await server.call('PATCH', `/api/v1/org-items/${id}`, { name: 'After', holders: [holder] }))
  const list = await server.call('GET', '/api/v1/org-items')
  assertDone(list)
  const item = list.body.items.find((one: Body) => one.id === id)
  assert.deepEqual([item.name, item.holders], ['After', [holder]])
})

it('refuses an unknown item', async () => {
  const answer = await server.call('PATCH', `/api/v1/org-items/${newId()}`, { name: 'x' })
  assertRefused(answer, 404, 'org_item.not_found', /./)
})
