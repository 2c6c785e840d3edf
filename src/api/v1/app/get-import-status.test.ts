import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, assertRefused, parts } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../kit/ids.ts'
import { anUpload } from '../disk/files.fixture.ts'

const server = useServer()

it('returns the latest import of the application, and the one with an id', async () => {
  const { call } = await server.user()
  const fileHash = await anUpload(call, `code;__externalId\nM1;${newId()}\n`, 'parts.csv')
  const started = await call('POST', `${parts}/import`, { fileHash })
  assertDone(started)
  const { importId } = started.body
  const status = async (body?: object): Promise<Body> => {
    const answer = await call('POST', `${parts}/import/status`, body)
    assertDone(answer)
    return answer.body.status
  }
  while ((await status({ importId })).state === 'running') await wait(20)
  const { state, created, total } = await status({ importId })
  assert.deepEqual([state, created, total], ['done', 1, 1])
  assert.equal((await status()).state, 'done')
})

it('does not find an unknown import', async () => {
  const answer = await server.call('POST', `${parts}/import/status`, { importId: newId() })
  assertRefused(answer, 404, 'import.not_found', /./)
})
