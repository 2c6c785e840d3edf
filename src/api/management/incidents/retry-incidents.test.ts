import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { failing } from '../moves/moves.fixture.ts'
import { incidentsOf } from './incidents.fixture.ts'

const server = useServer()

it('the open incidents of a process are retried together, or those with one message', async () => {
  const process = await failing(server.call)
  const ids = [await process.start(), await process.start()]
  const [incident] = await incidentsOf(server.call, ids[0]!)
  const path = `/api/v1/processes/all/${process.code}/retry-incidents`
  const none = await server.call('POST', path, { element: 'other' })
  assertDone(none)
  assert.deepEqual([none.body.batch.state, none.body.batch.total], ['completed', 0])
  const answer = await server.call('POST', path, { messageHash: incident.messageHash, reason: 'again' })
  assertDone(answer)
  const { batch } = answer.body
  // The cause still exists, so each instance has stopped again.
  assert.deepEqual([batch.state, batch.done, batch.failed], ['completedWithErrors', 0, 2])
  const { items } = (await server.call('GET', `/api/v1/batches/${batch.id}/items`)).body
  assert.equal(items[0].reasons[0].code, 'INCIDENT_AGAIN')
  for (const id of ids) assert.equal((await incidentsOf(server.call, id, false)).length, 2)
})

it('the incidents of an unknown process are 404', async () => {
  const answer = await server.call('POST', '/api/v1/processes/all/unheard/retry-incidents', {})
  assertRefused(answer, 404, 'process.not_found', /unheard/)
})
