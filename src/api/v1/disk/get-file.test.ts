import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aFile } from './files.fixture.ts'

const server = useServer()

it('returns a file to its owner, and to no other', async () => {
  const [owner, other] = [await server.user(), await server.user()]
  const file = await aFile(owner.call, '12345', 'own.txt')
  const answer = await owner.call('GET', `/pub/v1/disk/file/${file.__id}`)
  assertDone(answer)
  assert.deepEqual(answer.body.file, file)
  assertRefused(await other.call('GET', `/pub/v1/disk/file/${file.__id}`), 404, 'files.not_found', /not found/)
})
