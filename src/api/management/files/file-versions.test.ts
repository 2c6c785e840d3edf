import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertDone, assertRefused, aUser } from '../../../../test/everything.ts'
import { type Call, startEmptyPlatform, type TestPlatform } from '../../../../test/platform.ts'
import { aFile, anUpload, linkOf } from '../../v1/disk/files.fixture.ts'

let platform: TestPlatform
let ann: { id: string; call: Call }
let ben: { id: string; call: Call }
before(async () => {
  platform = await startEmptyPlatform()
  ann = await aUser(platform, { login: 'ann' })
  ben = await aUser(platform, { login: 'ben' })
})
after(() => platform[Symbol.asyncDispose]())

const versions = (id: string): string => `/api/v1/files/${id}/versions`
const contentOf = async (call: Call, id: string, body: object): Promise<string> =>
  (await fetch(await linkOf(call, id, body))).text()

it('a file gets versions, each of which has a link', async () => {
  const { __id: id } = await aFile(ann.call, 'first', 'v.txt')
  const added = await ann.call('POST', versions(id), { hash: await anUpload(ann.call, 'second') })
  assertDone(added)
  assert.deepEqual([added.body.version.no, added.body.file.version, added.body.file.name], [2, 2, 'v.txt'])

  const { body } = await ann.call('GET', versions(id))
  assert.deepEqual(
    body.result.result.map(({ no, size }: { no: number; size: number }) => [no, size]),
    [
      [2, 6],
      [1, 5],
    ],
  )
  assert.equal(body.result.total, 2)
  assert.equal(await contentOf(ann.call, id, {}), 'second')
  assert.equal(await contentOf(ann.call, id, { version: 1 }), 'first')
  assertRefused(
    await ann.call('POST', `/pub/v1/disk/file/${id}/get-link`, { version: 3 }),
    404,
    'files.not_found',
    /no version 3/,
  )
})

it('a link that was created earlier leads to the version of that time', async () => {
  const { __id: id } = await aFile(ann.call, 'before', 'l.txt')
  const link = await linkOf(ann.call, id)
  assertDone(await ann.call('POST', versions(id), { hash: await anUpload(ann.call, 'behind') }))
  assert.equal(await (await fetch(link)).text(), 'before')
})

it('a user who may view but not edit the file cannot add a version, but can list the versions', async () => {
  const { __id: id } = await aFile(ann.call, 'mine', 'm.txt')
  assertRefused(await ben.call('GET', versions(id)), 404, 'files.not_found', /not found/)
  const grant = (rights: string[]) => ann.call('PUT', `/api/v1/files/${id}/grants/${ben.id}`, { rights })
  assertDone(await grant(['view']))
  const add = async () => ben.call('POST', versions(id), { hash: await anUpload(ben.call, 'theirs') })
  assertRefused(await add(), 403, 'files.not_allowed', /not change/)
  assertDone(await ben.call('GET', versions(id)))
  assertDone(await grant(['edit']))
  assertDone(await add())
  const stale = { hash: await anUpload(ben.call, 'x'), expectedVersion: 1 }
  assertRefused(await ben.call('POST', versions(id), stale), 409, 'files.version_changed', /version 2/)
})
