import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'
import { administrators, aGroup, groups } from './groups.fixture.ts'

const server = useServer()

it('changes the given fields and leaves the others', async () => {
  const id = await aGroup(server.call, `Before ${newId()}`, [], { description: 'kept' })
  const answer = await server.call('PUT', `${groups}/${id}`, { __name: 'After' })
  assertDone(answer)
  assert.deepEqual([answer.body.group.__name, answer.body.group.description], ['After', 'kept'])
})

it('refuses the built-in group and an unknown one', async () => {
  const update = (id: string) => server.call('PUT', `${groups}/${id}`, { __name: 'Mine' })
  assertRefused(await update(administrators), 400, 'group.is_system', /./)
  assertRefused(await update(newId()), 404, 'group.not_found', /./)
})
