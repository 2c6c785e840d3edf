import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aProcess, bpm, got, started, type TestProcess } from './bpm.fixture.ts'

const server = useServer()
let approval: TestProcess

const change = (id: string, body: unknown, call = server.call) => call('PUT', `${bpm}/instance/${id}/context`, body)

describe('changing the context of an instance', () => {
  before(async () => {
    approval = await aProcess(server.call)
  })

  it('merges values by key and clears with null; the audit log has the old and new values and the comment', async () => {
    const { __id: id } = await started(server.call, approval, { note: 'old', due: '2026-05-01T00:00:00Z' })
    const answer = await change(id, { comment: ' mistyped ', context: { amount: '11', note: null, __name: 'ignored' } })
    assertDone(answer)
    assert.deepEqual(Object.keys(answer.body), ['success', 'error'])
    const { amount, note, due } = await got(server.call, id)
    assert.deepEqual([amount, note, due], ['11', null, '2026-05-01T00:00:00Z'])
    const audit = await server.call('GET', `/api/v1/audit?object=instance:${id}`)
    const [entry] = audit.body.entries
    assert.deepEqual(entry.before, { amount: '10.5', note: 'old', comment: null })
    assert.deepEqual(entry.after, { amount: '11', note: null, comment: 'mistyped' })
    const history = await server.call('GET', `/api/v1/instances/${id}/history?size=1`)
    const [advance] = history.body.result.result
    assert.deepEqual(advance.stimulus, { type: 'setVariables', comment: 'mistyped' })
    assert.equal(advance.by, server.running().userId)
  })

  it('evaluates conditional events again', async () => {
    const { __id: id } = await started(server.call, approval)
    const open = async () =>
      Object.values((await got(server.call, id)).__tasks).map((task) => (task as { path: string }).path)
    assert.deepEqual(await open(), ['check'])
    assertDone(await change(id, { comment: 'it is urgent', context: { urgent: true } }))
    assert.deepEqual((await open()).sort(), ['check', 'hurry'])
  })

  it('is refused without a comment or a context, and with values of the wrong type', async () => {
    const { __id: id } = await started(server.call, approval)
    const context = { amount: '11' }
    assertRefused(await change(id, { context }), 400, 'input.wrong', /"comment" is missing/)
    assertRefused(await change(id, { context, comment: ' ' }), 400, 'instance.comment_missing', /reason for the change/)
    assertRefused(await change(id, { comment: 'x' }), 400, 'input.wrong', /"context" is missing/)
    const wrong = await change(id, { comment: 'x', context: { amount: 'much', amont: 1 } })
    assertRefused(wrong, 400, 'context.invalid', /amount/)
    assert.equal(wrong.body.problems.length, 2)
    assert.equal((await got(server.call, id)).amount, '10.5')
  })

  it('is refused for users who may only see the instance, and for an ended instance', async () => {
    const anna = await server.user()
    const { __id: id } = await started(anna.call, approval)
    const body = { comment: 'x', context: { note: 'x' } }
    assertRefused(await change(id, body, anna.call), 403, 'instance.not_allowed', /may not change its context/)
    const ended = await started(server.call, await aProcess(server.call, 'straight'))
    assertRefused(await change(ended.__id, body), 409, 'instance.finished', /already ended/)
    assertRefused(await change(anna.id, body), 404, 'instance.not_found', /not found/)
    assertRefused(await change('nonsense', body), 404, 'instance.not_found', /not found/)
  })
})
