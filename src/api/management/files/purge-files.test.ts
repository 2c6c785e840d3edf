import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aFile } from '../../v1/disk/files.fixture.ts'

const server = useServer()

it('deletes only files of the recycle bin permanently', async () => {
  const { call } = await server.user()
  const [deleted, present] = [await aFile(call, 'x', 'purged.txt'), await aFile(call, 'y', 'present.txt')]
  assertDone(await call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [deleted.__id] }))
  assertDone(await call('POST', '/api/v1/files/purge', { fileIds: [deleted.__id] }))
  const list = await call('GET', '/api/v1/files/deleted')
  assertDone(list)
  assert.deepEqual(list.body.result.result, [])
  const refused = await call('POST', '/api/v1/files/purge', { fileIds: [present.__id] })
  assert.deepEqual([refused.status, refused.body.code], [422, 'files.some_failed'])
  assertDone(await call('GET', `/pub/v1/disk/file/${present.__id}`))
})
