import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused, parts } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { anUpload } from '../../v1/disk/files.fixture.ts'
import { ended } from './jobs.fixture.ts'

const server = useServer()

it('shows an import in the shape of all jobs, and why it failed', async () => {
  const user = await server.user()
  const fileHash = await anUpload(user.call, `code;weight\n${newId()};5\n${newId()};heavy\n`, 'parts.csv')
  const started = await user.call('POST', `${parts}/import`, { fileHash, onError: 'stop' })
  assertDone(started)
  const { importId } = started.body
  const job = await ended(user.call, importId)
  const { id, kind, state, total, processed, failed, problem, result } = job
  assert.deepEqual([id, kind, state, total, processed, failed], [importId, 'import', 'failed', 2, 2, 1])
  assert.match(problem.message, /row 3 failed/)
  assert.equal(result.created, 1)
  const report = await user.call('GET', result.reportUrl)
  assert.equal(report.status, 200)
  const other = await server.user()
  assertRefused(await other.call('GET', `/api/v1/jobs/${importId}`), 404, 'job.not_found', /not found/)
})
