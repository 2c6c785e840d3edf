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

it('returns the rows with their results as CSV', async () => {
  const external = newId()
  const id = await anImport(`code;weight;__externalId\nM1;heavy;${external}\n`)
  const answer = await server.call('GET', `/api/v1/imports/${id}/report`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type')!, /csv/)
  assert.match(answer.body, new RegExp(external))
})

it('does not find an unknown import', async () => {
  assertRefused(await server.call('GET', `/api/v1/imports/${newId()}/report`), 404, 'import.not_found', /./)
})
