import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, aFile } from './files.fixture.ts'

const server = useServer()

it('finds the files below a directory by a part of their names', async () => {
  const { call } = await server.user()
  const outer = await aDirectory(call, `Searched ${newId()}`)
  const inner = await aDirectory(call, 'Inner', outer.__id)
  await aFile(call, 'x', 'contract-1.txt', outer.__id)
  await aFile(call, 'x', 'contract-2.txt', inner.__id)
  await aFile(call, 'x', 'letter.txt', inner.__id)
  const filter = { directory: [outer.__id], __name: 'contract' }
  const answer = await call('POST', '/pub/v1/disk/files/search', { filter })
  assertDone(answer)
  assert.deepEqual(
    answer.body.result.result.map(({ name }: Body) => name),
    ['contract-2.txt', 'contract-1.txt'],
  )
  assert.equal(answer.body.result.total, 2)
})
