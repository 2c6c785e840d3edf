import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory } from './files.fixture.ts'

const server = useServer()

it('returns a directory to the user who made it, and to no other', async () => {
  const [owner, other] = [await server.user(), await server.user()]
  const directory = await aDirectory(owner.call, `Own ${newId()}`)
  const path = `/pub/v1/disk/directory/${directory.__id}`
  const answer = await owner.call('GET', path)
  assertDone(answer)
  assert.deepEqual(answer.body.directory, directory)
  assertRefused(await other.call('GET', path), 404, 'files.directory_not_found', /not found/)
})
