import assert from 'node:assert/strict'
import { it } from 'node:test'
import { listed } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory } from './files.fixture.ts'

const server = useServer()

it('lists the directories of the caller by parent, sorted as asked', async () => {
  const { call } = await server.user()
  const outer = await aDirectory(call, `Listed ${newId()}`)
  for (const name of ['b', 'a']) await aDirectory(call, name, outer.__id)
  const body = { filter: { tf: { directory: outer.__id } }, sortExpressions: [{ field: '__name', ascending: true }] }
  const { items, total } = await listed(call, '/pub/v1/disk/directory', body)
  assert.deepEqual([items.map(({ name }) => name), total], [['a', 'b'], 2])
})
