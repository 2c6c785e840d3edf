import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aFile } from '../../v1/disk/files.fixture.ts'

const server = useServer()

it("returns the bytes of the caller's files, and of all files only to administrators", async () => {
  const { call } = await server.user()
  await aFile(call, '12345', 'usage.txt')
  const own = await call('GET', '/api/v1/files/usage')
  assertDone(own)
  assert.deepEqual([own.body.own, 'all' in own.body], [{ bytes: 5, quota: null }, false])
  const all = await server.call('GET', '/api/v1/files/usage')
  assertDone(all)
  assert.ok(all.body.all.bytes >= 5)
})
