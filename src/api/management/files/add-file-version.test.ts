import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aFile, anUpload, linkOf } from '../../v1/disk/files.fixture.ts'

const server = useServer()

it('adds a version, which becomes the content of the file', async () => {
  const { call } = await server.user()
  const { __id } = await aFile(call, 'first', 'renewed.txt')
  const added = await call('POST', `/api/v1/files/${__id}/versions`, { hash: await anUpload(call, 'second') })
  assertDone(added)
  assert.deepEqual([added.body.version.no, added.body.file.version, added.body.file.size], [2, 2, 6])
  assert.equal(await (await fetch(await linkOf(call, __id))).text(), 'second')
})

it('refuses a version that was made from an older one', async () => {
  const { call } = await server.user()
  const { __id } = await aFile(call, 'first', 'stale.txt')
  const add = async (expectedVersion: number) =>
    call('POST', `/api/v1/files/${__id}/versions`, { hash: await anUpload(call), expectedVersion })
  assertDone(await add(1))
  assertRefused(await add(1), 409, 'files.version_changed', /version 2/)
})
