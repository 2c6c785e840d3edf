import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
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

it('deletes an item without items below it', async () => {
  const department = await anItem(server.call, 'department', 'Closed', { parent: await aRoot() })
  const position = await anItem(server.call, 'position', 'Last', { parent: department })
  const remove = (id: string) => server.call('DELETE', `/api/v1/org-items/${id}`)
  assertRefused(await remove(department), 400, 'org_item.in_use', /./)
  assertDone(await remove(position))
  assertDone(await remove(department))
  assertRefused(await remove(department), 404, 'org_item.not_found', /./)
})
