import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, got, started, type TestProcess } from './bpm.fixture.ts'

const server = useServer()
let approval: TestProcess

const interrupt = (id: string, body?: unknown, call = server.call) =>
  call('POST', `${bpm}/instance/${id}/interrupt`, body)

describe('interrupting an instance', () => {
  before(async () => {
    approval = await aProcess(server.call)
  })

  it('ends it permanently, cancels its tasks and stores the comment', async () => {
    const { __id: id } = await started(server.call, approval)
    assertDone(await interrupt(id, { comment: 'withdrawn' }))
    const instance = await got(server.call, id)
    assert.deepEqual([instance.__state, instance.__tasks], ['cancel', {}])
    assert.notEqual(instance.__endedAt, null)
    const { body } = await server.call('GET', `/api/v1/instances/${id}`)
    assert.deepEqual([body.instance.outcome, body.instance.active], [{ comment: 'withdrawn' }, []])
    assert.deepEqual(
      body.instance.tasks.map(({ state }: { state: string }) => state),
      ['cancel'],
    )
    const audit = await server.call('GET', `/api/v1/audit?object=instance:${id}`)
    const [entry] = audit.body.entries
    assert.deepEqual(entry.after, { state: 'cancel', comment: 'withdrawn' })
  })

  it('a second time changes nothing and needs no body', async () => {
    const { __id: id } = await started(server.call, approval)
    for (const body of [undefined, '', '{}', '[]', 'null']) assertDone(await interrupt(id, body))
    const history = await server.call('GET', `/api/v1/instances/${id}/history`)
    assert.equal(history.body.result.total, 2)
  })

  it('is refused for an ended or unknown instance, and for users who may only see it', async () => {
    const ended = await started(server.call, await aProcess(server.call, 'straight'))
    assertRefused(await interrupt(ended.__id), 409, 'instance.finished', /already ended/)
    const anna = await server.user()
    assertRefused(await interrupt(anna.id), 404, 'instance.not_found', /not found/)
    const { __id: id } = await started(anna.call, approval)
    assertRefused(await interrupt(id, {}, anna.call), 403, 'instance.not_allowed', /may not interrupt it/)
    assert.equal((await got(server.call, id)).__state, 'wait')
  })
})
