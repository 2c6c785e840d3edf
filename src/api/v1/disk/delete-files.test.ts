import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aFile } from './files.fixture.ts'

const server = useServer()

it('moves files to the recycle bin, and restores them with deleted false', async () => {
  const { call } = await server.user()
  const { __id } = await aFile(call, 'x', 'there-and-back.txt')
  const set = (deleted: boolean) => call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [__id], deleted })
  assertDone(await set(true))
  assertRefused(await call('GET', `/pub/v1/disk/file/${__id}`), 404, 'files.not_found', /not found/)
  assertDone(await set(false))
  assertDone(await call('GET', `/pub/v1/disk/file/${__id}`))
})
