import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aFile, anUpload, formOf, rootId } from '../../v1/disk/files.fixture.ts'

let platform: TestPlatform
let ann: { id: string; call: Call }
before(async () => {
  platform = await startEmptyPlatform({ FILES_USER_QUOTA: '1K', FILES_QUOTA: '1M' })
  ann = await aUser(platform, { login: 'ann' })
})
after(() => platform[Symbol.asyncDispose]())

const usage = '/api/v1/files/usage'

it('users see their usage and quota, administrators also those of the installation', async () => {
  await anUpload(ann.call, '12345')
  await aFile(ann.call, '1234567', 'a.txt')
  const { body } = await ann.call('GET', usage)
  assert.deepEqual([body.own, body.all], [{ bytes: 12, quota: 1024 }, undefined])
  const all = await platform.call('GET', usage)
  assertDone(all)
  assert.deepEqual(
    [all.body.own, all.body.all],
    [
      { bytes: 0, quota: 1024 },
      { bytes: 12, quota: 1024 ** 2 },
    ],
  )
})

it('a file that exceeds the quota is refused with the quota and the usage', async () => {
  const ben = await aUser(platform, { login: 'ben' })
  const upload = (path: string, bytes: number) => ben.call('POST', path, formOf(Buffer.alloc(bytes), 'b.bin'))
  const into = `/pub/v1/disk/directory/${rootId}/upload`
  assertDone(await upload(into, 1000))
  for (const path of [into, `/pub/v1/disk/file/upload?hash=${newId()}`]) {
    const refused = await upload(path, 25)
    assertRefused(refused, 402, 'files.quota_reached', /may have 1,024 bytes and have 1,000 bytes/)
    assert.deepEqual([refused.body.quota, refused.body.used], [1024, 1000])
  }
  const { body } = await ben.call('POST', '/pub/v1/disk/links/upload', { hashesList: [newId()] })
  const link = body.items[0].link.slice(platform.url.length)
  const send = (bytes: number) => platform.as('')('PUT', link, Buffer.alloc(bytes))
  assertRefused(await send(25), 402, 'files.quota_reached', /may have 1,024 bytes and have 1,000 bytes/)
  assertDone(await send(4))
  assertDone(await upload(into, 20))
})
