import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone, listed, parts } from '../../../../test/everything.ts'
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

it('deletes what the import has created, once', async () => {
  const external = newId()
  const id = await anImport(`code;__externalId\nM1;${external}\n`)
  const filter = { tf: { __externalId: external } }
  const present = async () => (await listed(server.call, parts, { filter, active: true })).total
  assert.equal(await present(), 1)
  const undone = await server.call('POST', `/api/v1/imports/${id}/undo`)
  assertDone(undone)
  assert.deepEqual([undone.body.undone, undone.body.kept, await present()], [1, [], 0])
})
