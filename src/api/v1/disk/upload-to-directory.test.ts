import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, formOf } from './files.fixture.ts'

const server = useServer()

it('stores a file in a directory', async () => {
  const { call } = await server.user()
  const { __id: directory } = await aDirectory(call, `Into ${newId()}`)
  const answer = await call('POST', `/pub/v1/disk/directory/${directory}/upload`, formOf('12345', 'a.txt'))
  assertDone(answer)
  const { name, size, directory: into } = answer.body.file
  assert.deepEqual([name, size, into], ['a.txt', 5, directory])
})

it('refuses a directory that the caller does not see', async () => {
  const [owner, other] = [await server.user(), await server.user()]
  const { __id } = await aDirectory(owner.call, `Closed ${newId()}`)
  const answer = await other.call('POST', `/pub/v1/disk/directory/${__id}/upload`, formOf('x', 'x.txt'))
  assertRefused(answer, 404, 'files.directory_not_found', /not found/)
})
