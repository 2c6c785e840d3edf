import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { failing, versions } from '../moves/moves.fixture.ts'

const server = useServer()
const call = (method: string, path: string, body?: unknown) => server.call(method, path, body)
let process: { code: string; start(): Promise<string> }

const incidents = async (instance: string, active = true): Promise<Body[]> => {
  const query = encodeURIComponent(JSON.stringify({ active, filter: { tf: { instanceId: instance } } }))
  const answer = await call('GET', `/api/v1/incidents?query=${query}`)
  assertDone(answer)
  return answer.body.result.result
}
const stateOf = async (id: string): Promise<string> =>
  (await call('GET', `/pub/v1/bpm/instance/${id}/get`)).body.data.__state

describe('incidents', () => {
  before(async () => {
    process = await failing(server.call)
  })

  it('are listed with their element, kind and message', async () => {
    const id = await process.start()
    const [incident] = await incidents(id)
    assert.deepEqual(
      [incident!.element, incident!.kind, incident!.state, incident!.template.code],
      ['share', 'CONDITION_ERROR', 'open', process.code],
    )
    assert.equal(await stateOf(id), 'error')
  })

  it('with the same cause form a group, which is retried together', async () => {
    await process.start()
    const { body } = await call('GET', '/api/v1/incidents/groups')
    const group = body.groups.find(({ code }: Body) => code === process.code)
    assert.ok(group.count >= 2)
    const answer = await call('POST', `/api/v1/processes/all/${process.code}/retry-incidents`, {
      messageHash: group.messageHash,
      reason: 'again',
    })
    assertDone(answer)
    const { batch } = answer.body
    // The cause is still there, so each instance has stopped again.
    assert.deepEqual([batch.state, batch.done, batch.failed], ['completedWithErrors', 0, group.count])
    const { body: listed } = await call('GET', `/api/v1/batches/${batch.id}/items`)
    assert.deepEqual(listed.items[0].reasons, [{ code: 'INCIDENT_AGAIN', message: group.message }])
  })

  it('open again when the retry fails; a retry can change the context first', async () => {
    const id = await process.start()
    const [first] = await incidents(id)
    assertDone(await call('POST', `/api/v1/incidents/${first!.__id}/retry`, {}))
    const [second] = await incidents(id)
    assert.notEqual(second!.__id, first!.__id)
    assertRefused(await call('POST', `/api/v1/incidents/${first!.__id}/retry`, {}), 409, 'incident.closed', /./)
    const wrong = await call('POST', `/api/v1/incidents/${second!.__id}/retry`, { context: { nothing: 1 } })
    assertRefused(wrong, 400, 'context.invalid', /./)
    assertDone(
      await call('POST', `/api/v1/incidents/${second!.__id}/retry`, { context: { divisor: 3 }, reason: 'set' }),
    )
    const { body } = await call('GET', `/pub/v1/bpm/instance/${id}/get`)
    assert.equal(body.data.divisor, 3)
  })

  it('can be skipped with a reason, which the history and the audit keep', async () => {
    const id = await process.start()
    const [incident] = await incidents(id)
    assertRefused(await call('POST', `/api/v1/incidents/${incident!.__id}/skip`, {}), 400, 'input.wrong', /reason/)
    assertDone(await call('POST', `/api/v1/incidents/${incident!.__id}/skip`, { reason: 'decided by phone' }))
    const { body: audit } = await call('GET', `/api/v1/audit?object=instance:${id}`)
    assert.equal(audit.entries[0].after.reason, 'decided by phone')
    const { body: history } = await call('GET', `/api/v1/instances/${id}/history`)
    assert.match(JSON.stringify(history), /decided by phone/)
  })

  it('that do not exist are 404', async () => {
    const id = '018f0000-0000-7000-8000-000000000000'
    assertRefused(await call('POST', `/api/v1/incidents/${id}/retry`, {}), 404, 'incident.not_found', /./)
    assertRefused(
      await call('POST', '/api/v1/incidents/nonsense/skip', { reason: 'x' }),
      404,
      'incident.not_found',
      /./,
    )
  })
})

describe('steps by hand', () => {
  it('a step is restarted with a new task, and only while the instance waits at it', async () => {
    const one = versions(server.call)
    await one.publish(['a'])
    const id = await one.start()
    const tasks = async (): Promise<string[]> =>
      Object.keys((await call('GET', `/pub/v1/bpm/instance/${id}/get`)).body.data.__tasks)
    const before = await tasks()
    assertDone(await call('POST', `/api/v1/instances/${id}/restart-step`, { element: 'a', reason: 'wrong person' }))
    const after = await tasks()
    assert.equal(after.length, 1)
    assert.notDeepEqual(after, before)
    const path = `/api/v1/instances/${id}`
    assertRefused(
      await call('POST', `${path}/restart-step`, { element: 'b', reason: 'x' }),
      409,
      'instance.step_not_active',
      /does not wait/,
    )
    assertDone(await call('POST', `${path}/skip-step`, { element: 'a', reason: 'x' }))
    assertRefused(await call('POST', `${path}/skip-step`, { element: 'a', reason: 'x' }), 409, 'instance.finished', /./)
  })
})
