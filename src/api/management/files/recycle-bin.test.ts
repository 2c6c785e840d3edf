import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Body, type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { aFile, linkOf } from '../../v1/disk/files.fixture.ts'

let platform: TestPlatform
let ann: { id: string; call: Call }
before(async () => {
  platform = await startEmptyPlatform()
  ann = await aUser(platform, { login: 'ann' })
})
after(() => platform[Symbol.asyncDispose]())

const setDeleted = (fileIds: string[], more: object = {}) =>
  ann.call('PATCH', '/pub/v1/disk/files/deleted', { fileIds, ...more })

async function inBin(query: Body = {}): Promise<Body[]> {
  const answer = await ann.call('GET', `/api/v1/files/deleted?query=${encodeURIComponent(JSON.stringify(query))}`)
  assertDone(answer)
  return answer.body.result.result
}

it('files go to the recycle bin, are listed there, and are restored', async () => {
  const files = [await aFile(ann.call, '1', 'one.txt'), await aFile(ann.call, '2', 'two.txt')]
  const ids: string[] = files.map(({ __id }) => __id)
  const link = await linkOf(ann.call, ids[0]!)
  assertDone(await setDeleted(ids))
  assert.deepEqual((await inBin()).map(({ __id }) => __id).sort(), [...ids].sort())
  assert.equal((await inBin({ size: 1 })).length, 1)
  assert.ok((await inBin())[0]!.__deletedAt)
  assert.equal((await fetch(link)).status, 403)
  const restored = await setDeleted(ids, { deleted: false })
  assertDone(restored)
  assert.deepEqual(
    restored.body.items,
    ids.map((id) => ({ id })),
  )
  assert.deepEqual(await inBin(), [])
  assert.equal(await (await fetch(link)).text(), '1')
  assert.equal((await ann.call('POST', '/pub/v1/disk/files/search', {})).body.result.total, 2)
})

it('a purged file cannot be restored', async () => {
  const { __id: id } = await aFile(ann.call, 'x', 'x.txt')
  const purge = (call: Call) => call('POST', '/api/v1/files/purge', { fileIds: [id] })
  const early = await purge(ann.call)
  assertRefused(early, 422, 'files.some_failed', /1 of 1/)
  assert.equal(early.body.items[0].code, 'files.not_deleted')
  assertDone(await setDeleted([id]))
  const ben = await aUser(platform, { login: 'ben' })
  assert.equal((await purge(ben.call)).body.items[0].code, 'files.not_found')
  assertDone(await purge(ann.call))
  assert.equal((await setDeleted([id], { deleted: false })).body.items[0].code, 'files.not_found')
})
