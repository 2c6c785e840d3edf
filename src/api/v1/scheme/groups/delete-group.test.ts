import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'
import { administrators, aGroup, groups } from './groups.fixture.ts'

const server = useServer()

it('deletes a group, once', async () => {
  const id = await aGroup(server.call, `Deleted ${newId()}`)
  assertDone(await server.call('DELETE', `${groups}/${id}`))
  assertRefused(await server.call('DELETE', `${groups}/${id}`), 404, 'group.not_found', /./)
})

it('refuses the built-in group', async () => {
  assertRefused(await server.call('DELETE', `${groups}/${administrators}`), 400, 'group.is_system', /./)
})
