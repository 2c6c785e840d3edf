import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, aFile } from '../../v1/disk/files.fixture.ts'

const server = useServer()
const pathOf = (query: object) => `/api/v1/files?query=${encodeURIComponent(JSON.stringify(query))}`

it('lists the files of a directory without those below it, sorted and in pages', async () => {
  const { call } = await server.user()
  const outer = await aDirectory(call, `Listed ${newId()}`)
  const inner = await aDirectory(call, 'Inner', outer.__id)
  for (const name of ['b.txt', 'c.txt', 'a.txt']) await aFile(call, 'x', name, outer.__id)
  await aFile(call, 'x', 'below.txt', inner.__id)
  const deleted = await aFile(call, 'x', 'deleted.txt', outer.__id)
  assertDone(await call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [deleted.__id] }))
  const sortExpressions = [{ field: '__name', ascending: true }]
  const query = { filter: { tf: { directory: outer.__id } }, sortExpressions, from: 1, size: 2 }
  const { body } = await call('GET', pathOf(query))
  assert.deepEqual(
    body.result.result.map(({ name }: Body) => name),
    ['b.txt', 'c.txt'],
  )
  assert.equal(body.result.total, 3)
})

it('shows a user only files that the user can see', async () => {
  const [owner, other] = [await server.user(), await server.user()]
  const { __id } = await aFile(owner.call, 'x', 'own.txt')
  const { body } = await other.call('GET', pathOf({ ids: [__id] }))
  assert.equal(body.result.total, 0)
})

it('refuses a filter by a field that does not exist', async () => {
  assertRefused(
    await server.call('GET', pathOf({ filter: { tf: { folder: 'x' } } })),
    400,
    'query.unknown_field',
    /folder/,
  )
})
