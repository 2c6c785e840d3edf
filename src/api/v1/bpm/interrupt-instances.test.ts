import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, got, started } from './bpm.fixture.ts'

const server = useServer()
const path = `${bpm}/instance/interrupt`

it('several instances are interrupted, those that ended or do not exist are skipped, and each has its result', async () => {
  const process = await aProcess(server.call)
  const ids = [(await started(server.call, process)).__id, (await started(server.call, process)).__id]
  const ended = (await started(server.call, await aProcess(server.call, 'straight'))).__id
  const missing = server.running().userId
  assertDone(await server.call('POST', path, { instances: [...ids, ended, missing], comment: 'cleaned up' }))
  for (const id of ids) assert.equal((await got(server.call, id)).__state, 'cancel')
  assert.equal((await got(server.call, ended)).__state, 'done')
  const view = await server.call('GET', `/api/v1/instances/${ids[0]}`)
  assert.deepEqual(view.body.instance.outcome, { comment: 'cleaned up' })
})

it('an empty list interrupts nothing, and a missing one is refused', async () => {
  assertDone(await server.call('POST', path, { instances: [] }))
  assertRefused(await server.call('POST', path, {}), 400, 'input.wrong', /"instances" is missing/)
  assertRefused(await server.call('POST', path, { instances: ['x'] }), 400, 'input.wrong', /instances/)
})

it('only administrators interrupt several instances', async () => {
  const anna = await server.user()
  const { __id } = await started(anna.call, await aProcess(server.call))
  const answer = await anna.call('POST', path, { instances: [__id] })
  assertRefused(answer, 403, 'auth.not_allowed', /only administrators/)
})
