import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, aFile } from './files.fixture.ts'

const server = useServer()

it('moves a file into a directory, under a new name', async () => {
  const { call } = await server.user()
  const { __id: directory } = await aDirectory(call, `Moved to ${newId()}`)
  const file = await aFile(call, 'x', 'before.txt')
  const body = { files: [{ hash: file.__id, name: 'after.txt' }] }
  const moved = await call('POST', `/pub/v1/disk/file/move?directoryID=${directory}`, body)
  assertDone(moved)
  assert.deepEqual(
    moved.body.files.map(({ __id, name, directory }: Body) => [__id, name, directory]),
    [[file.__id, 'after.txt', directory]],
  )
})

it('needs a directory', async () => {
  const answer = await server.call('POST', '/pub/v1/disk/file/move', { files: [] })
  assertRefused(answer, 400, 'input.wrong', /directoryID/)
})
