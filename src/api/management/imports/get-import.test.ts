import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, assertRefused, parts } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anUpload } from '../../v1/disk/files.fixture.ts'

const server = useServer()

/** Imports a file into the application `parts` and returns the id of the import when all rows are read. */
async function anImport(content: string, call = server.call): Promise<string> {
  const fileHash = await anUpload(call, content, 'parts.csv')
  const started = await call('POST', `${parts}/import`, { fileHash })
  assertDone(started)
  const { importId } = started.body
  for (;;) {
    const answer = await call('POST', `${parts}/import/status`, { importId })
    assertDone(answer)
    if (answer.body.status.state !== 'running') return importId
    await wait(20)
  }
}

it('returns the counts of an import to its user, and does not find the import of another', async () => {
  const [user, other] = [await server.user(), await server.user()]
  const id = await anImport(`code;__externalId\nM1;${newId()}\n`, user.call)
  const answer = await user.call('GET', `/api/v1/imports/${id}`)
  assertDone(answer)
  const { state, total, created, failed, importId } = answer.body.status
  assert.deepEqual([state, total, created, failed, importId], ['done', 1, 1, 0, id])
  assertRefused(await other.call('GET', `/api/v1/imports/${id}`), 404, 'import.not_found', /./)
})
