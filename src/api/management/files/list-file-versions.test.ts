import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aFile, anUpload } from '../../v1/disk/files.fixture.ts'

const server = useServer()

it('lists the versions, newest first, with their sizes', async () => {
  const { call } = await server.user()
  const { __id } = await aFile(call, 'one', 'versions.txt')
  assertDone(await call('POST', `/api/v1/files/${__id}/versions`, { hash: await anUpload(call, 'three') }))
  const list = await call('GET', `/api/v1/files/${__id}/versions`)
  assertDone(list)
  assert.deepEqual(
    list.body.result.result.map(({ no, size }: Body) => [no, size]),
    [
      [2, 5],
      [1, 3],
    ],
  )
})

it('does not find the file of another user', async () => {
  const [owner, other] = [await server.user(), await server.user()]
  const { __id } = await aFile(owner.call, 'x', 'not-yours.txt')
  assertRefused(await other.call('GET', `/api/v1/files/${__id}/versions`), 404, 'files.not_found', /not found/)
})
