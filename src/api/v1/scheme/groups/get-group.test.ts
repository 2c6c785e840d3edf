import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../../test/everything.ts'
import { useServer } from '../../../../../test/shared-server.ts'
import { newId } from '../../../../foundation/kit/ids.ts'
import { aGroup, groups } from './groups.fixture.ts'

const server = useServer()

it('returns a group by its id', async () => {
  const id = await aGroup(server.call, `Read ${newId()}`, [], { description: 'for reading' })
  const answer = await server.call('GET', `${groups}/${id}`)
  assertDone(answer)
  assert.deepEqual([answer.body.group.__id, answer.body.group.description], [id, 'for reading'])
})

it('does not find an unknown group', async () => {
  assertRefused(await server.call('GET', `${groups}/${newId()}`), 404, 'group.not_found', /./)
})
