import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { aDirectory, anUpload } from './files.fixture.ts'

const server = useServer()

it('makes uploads permanent files, each with its own result', async () => {
  const { call } = await server.user()
  const { __id: directory } = await aDirectory(call, `Kept ${newId()}`)
  const hash = await anUpload(call, 'kept')
  const entry = (of: string, name: string) => ({ directory, hash: of, name })
  const body = { files: [entry(hash, 'kept.txt'), entry(newId(), 'lost.txt')] }
  const answer = await call('POST', '/pub/v1/disk/files', body)
  assert.deepEqual([answer.status, answer.body.code], [422, 'files.some_failed'])
  assert.deepEqual(
    answer.body.items.map(({ file, code }: Body) => [file?.name, code]),
    [
      ['kept.txt', undefined],
      [undefined, 'files.upload_not_found'],
    ],
  )
})
