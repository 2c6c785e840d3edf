import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { auditOf, instanceOf, unknownId } from '../incidents/incidents.fixture.ts'
import { aTimer, letView } from './timers.fixture.ts'

const server = useServer()
const fire = (id: string, call = server.call) => call('POST', `/api/v1/timers/${id}/fire`)

it('a timer fires now, once, and the audit says who fired it', async () => {
  const { id, instanceId } = await aTimer(server.call)
  assertDone(await fire(id))
  assert.equal((await instanceOf(server.call, instanceId)).__state, 'done')
  const { userId } = server.running()
  assert.equal((await auditOf(server.call, instanceId)).after.firedBy, userId)
  assertRefused(await fire(id), 404, 'timer.not_found', /not found/)
})

it('only those who administer the process fire its timers', async () => {
  const timer = await aTimer(server.call)
  const { id } = timer
  const { call, id: userId } = await server.user()
  assertRefused(await fire(id, call), 404, 'timer.not_found', /not found/)
  await letView(server.call, timer, userId)
  assertRefused(await fire(id, call), 403, 'process.not_allowed', /administer/)
})

it('an unknown timer is 404', async () => {
  for (const id of [unknownId, 'nonsense']) assertRefused(await fire(id), 404, 'timer.not_found', /not found/)
})
