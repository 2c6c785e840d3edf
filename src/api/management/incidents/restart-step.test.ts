import assert from 'node:assert/strict'
import { it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { versions } from '../moves/moves.fixture.ts'
import { auditOf, instanceOf, unknownId } from './incidents.fixture.ts'

const server = useServer()
const restart = (id: string, body: object) => server.call('POST', `/api/v1/instances/${id}/restart-step`, body)

it('a step is restarted with a new task, and only while the instance waits at it', async () => {
  const process = versions(server.call)
  await process.publish(['a'])
  const id = await process.start()
  const tasks = async (): Promise<string[]> => Object.keys((await instanceOf(server.call, id)).__tasks)
  const before = await tasks()
  assertDone(await restart(id, { element: 'a', reason: 'wrong person' }))
  const after = await tasks()
  assert.equal(after.length, 1)
  assert.notDeepEqual(after, before)
  const { after: kept } = await auditOf(server.call, id)
  assert.deepEqual([kept.restarted, kept.reason], ['a', 'wrong person'])
  const wrong = await restart(id, { element: 'b', reason: 'x' })
  assertRefused(wrong, 409, 'instance.step_not_active', /does not wait/)
  assertDone(await server.call('POST', `/pub/v1/bpm/instance/${id}/interrupt`))
  assertRefused(await restart(id, { element: 'a', reason: 'x' }), 409, 'instance.finished', /already ended/)
})

it('a reason is required, and an unknown instance is 404', async () => {
  assertRefused(await restart(unknownId, { element: 'a' }), 400, 'input.wrong', /reason/)
  assertRefused(await restart(unknownId, { element: 'a', reason: 'x' }), 404, 'instance.not_found', /not found/)
})
