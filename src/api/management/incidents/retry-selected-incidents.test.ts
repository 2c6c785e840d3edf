import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { failing } from '../moves/moves.fixture.ts'
import { incidentsOf, unknownId } from './incidents.fixture.ts'

const server = useServer()
const path = '/api/v1/incidents/retry'

it('incidents of several processes are retried together, by their ids', async () => {
  const [one, other] = [await failing(server.call), await failing(server.call)]
  const instances = [await one.start(), await other.start(), await other.start()]
  const ids = []
  for (const instance of instances.slice(0, 2)) ids.push((await incidentsOf(server.call, instance))[0]!.__id)
  const answer = await server.call('POST', path, { ids: [...ids, unknownId], reason: 'again' })
  assertDone(answer)
  const { batch } = answer.body
  // The cause still exists, so each instance has stopped again.
  assert.deepEqual([batch.total, batch.failed, batch.state], [2, 2, 'completedWithErrors'])
  const opened = []
  for (const instance of instances) opened.push((await incidentsOf(server.call, instance, false)).length)
  assert.deepEqual(opened, [2, 2, 1])
})

it('those with one message are retried in all processes that the caller administers', async () => {
  const process = await failing(server.call)
  const instance = await process.start()
  const [{ messageHash, __id: id }] = (await incidentsOf(server.call, instance)) as [Body]
  const { call } = await server.user()
  const none = await call('POST', path, { messageHash, ids: [id] })
  assertDone(none)
  assert.equal(none.body.batch.total, 0)
  const all = await server.call('POST', path, { messageHash })
  assertDone(all)
  assert.ok(all.body.batch.total >= 1)
  assert.equal((await incidentsOf(server.call, instance, false)).length, 2)
})

it('a request that names no incidents is refused', async () => {
  assertRefused(await server.call('POST', path, { reason: 'x' }), 400, 'incident.selection_missing', /"ids"/)
  assertRefused(await server.call('POST', path, { ids: [] }), 400, 'input.wrong', /ids/)
})
