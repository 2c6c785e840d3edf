import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { auditOf, unknownId } from '../incidents/incidents.fixture.ts'
import { aTimer, letView, timersOf } from './timers.fixture.ts'

const server = useServer()
const move = (id: string, dueAt: unknown, call = server.call) => call('POST', `/api/v1/timers/${id}/move`, { dueAt })

it('a timer gets another time, and the audit keeps both', async () => {
  const timer = await aTimer(server.call)
  assertDone(await move(timer.id, '2999-05-01T10:00:00+02:00'))
  const [moved] = await timersOf(server.call, timer.instanceId)
  assert.equal(moved.dueAt, '2999-05-01T08:00:00Z')
  const { before, after } = await auditOf(server.call, timer.instanceId)
  assert.deepEqual([before.dueAt, after.dueAt], [timer.dueAt, '2999-05-01T08:00:00Z'])
})

it('a time must be one, and only those who administer the process move its timers', async () => {
  const timer = await aTimer(server.call)
  const { id } = timer
  for (const dueAt of ['tomorrow', '', 5, null, '+999999-01-01T00:00:00Z'])
    assertRefused(await move(id, dueAt), 400, 'input.wrong', /dueAt/)
  const { call, id: userId } = await server.user()
  assertRefused(await move(id, '2030-01-01T00:00:00Z', call), 404, 'timer.not_found', /not found/)
  await letView(server.call, timer, userId)
  assertRefused(await move(id, '2030-01-01T00:00:00Z', call), 403, 'process.not_allowed', /administer/)
})

it('an unknown timer is 404', async () => {
  assertRefused(await move(unknownId, '2030-01-01T00:00:00Z'), 404, 'timer.not_found', /not found/)
})
