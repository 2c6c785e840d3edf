import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aFile } from '../../v1/disk/files.fixture.ts'

const server = useServer()

it('lists the files that the caller has deleted', async () => {
  const [owner, other] = [await server.user(), await server.user()]
  const { __id } = await aFile(owner.call, 'x', 'in-the-bin.txt')
  assertDone(await owner.call('PATCH', '/pub/v1/disk/files/deleted', { fileIds: [__id] }))
  for (const [user, expected] of [
    [owner, [__id]],
    [other, []],
  ] as const) {
    const list = await user.call('GET', '/api/v1/files/deleted')
    assertDone(list)
    assert.deepEqual(
      list.body.result.result.map((file: Body) => file.__id),
      expected,
    )
  }
})
