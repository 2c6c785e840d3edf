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

it('refuses an import that is done, and one that does not exist', async () => {
  const id = await anImport(`code;__externalId\nM1;${newId()}\n`)
  assertRefused(await server.call('POST', `/api/v1/imports/${id}/cancel`), 400, 'import.not_cancellable', /./)
  assertRefused(await server.call('POST', `/api/v1/imports/${newId()}/cancel`), 404, 'import.not_found', /./)
})
