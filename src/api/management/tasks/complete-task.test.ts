import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertRefused } from '../../../../test/everything.ts'
import type { Body } from '../../../../test/platform.ts'
import { useServer } from '../../../../test/shared-server.ts'
import { aTask, taskOf, tasks, viewOf } from './tasks.fixture.ts'

const server = useServer()

describe('completing a task', () => {
  it('advances the instance; the exit decides which flow is taken', async () => {
    const [anna, ivan] = [await server.user(), await server.user()]
    const { id, instance } = await aTask(server, ivan.call, anna.id)
    const done = await anna.call('POST', `${tasks}/${id}/complete`, { exit: 'reject', comment: 'no money' })
    assertDone(done)
    assert.deepEqual(done.body.instance, { id: instance, state: 'wait' })
    const next = await viewOf(ivan.call, await taskOf(ivan.call, instance))
    assert.deepEqual([next.elementId, next.performers], ['again', [ivan.id]])
    const ended = await ivan.call('POST', `${tasks}/${next.id}/complete`)
    assert.deepEqual(ended.body.instance, { id: instance, state: 'done' })
    const { outcome, state } = await viewOf(anna.call, id)
    assert.deepEqual([state, outcome], ['closed', { exit: 'reject', by: anna.id, comment: 'no money' }])
  })

  it('stores the values in the context of the instance', async () => {
    const anna = await server.user()
    const { id, instance } = await aTask(server, server.call, anna.id)
    const done = await anna.call('POST', `${tasks}/${id}/complete`, { exit: 'accept', context: { amount: '12.5' } })
    assert.equal(done.body.instance.state, 'done')
    const { data } = (await server.call('GET', `/pub/v1/bpm/instance/${instance}/get`)).body
    assert.deepEqual([data.amount, data.decision, data.__state], ['12.5', 'accept', 'done'])
  })

  it('succeeds once when two requests come at the same time: one 200, one 409', async () => {
    const anna = await server.user()
    for (let round = 0; round < 5; round++) {
      const { id } = await aTask(server, server.call, anna.id)
      const complete = () => anna.call('POST', `${tasks}/${id}/complete`, { exit: 'reject' })
      const answers = await Promise.all([complete(), complete()])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
      const refused = answers.find(({ status }) => status === 409)!
      assertRefused(refused, 409, 'task.ended', /./)
      assertRefused(await complete(), 409, 'task.ended', /already been completed/)
    }
  })

  it('is refused with one problem for each wrong field, and writes nothing', async () => {
    const anna = await server.user()
    const { id } = await aTask(server, server.call, anna.id)
    const complete = (input: Body) => anna.call('POST', `${tasks}/${id}/complete`, input)
    const wrong = await complete({ exit: 'accept', context: { amount: 'much', who: 'x', amont: 1 } })
    assertRefused(wrong, 400, 'task.wrong_values', /did you mean|and 2 more/)
    assert.deepEqual(wrong.body.problems.map(({ field }: Body) => field).toSorted(), ['amont', 'amount', 'who'])
    assertRefused(await complete({ exit: 'accept' }), 400, 'task.wrong_values', /"amount" needs a value/)
    assertRefused(await complete({}), 400, 'task.wrong_exit', /use accept, reject/)
    assertRefused(await complete({ exit: 'accept', values: {} }), 400, 'input.wrong', /values/)
    assert.equal((await viewOf(anna.call, id)).state, 'inProgress')
  })

  it('does not overwrite a field that has changed since the form showed it', async () => {
    const anna = await server.user()
    const { id, instance } = await aTask(server, server.call, anna.id)
    const context = (amount: string) =>
      server.call('PUT', `/pub/v1/bpm/instance/${instance}/context`, { context: { amount }, comment: 'corrected' })
    assertDone(await context('10'))
    const complete = (seen: Body, amount = '12.5') =>
      anna.call('POST', `${tasks}/${id}/complete`, { exit: 'accept', context: { amount }, seen })
    const refused = await complete({ amount: '9' })
    assertRefused(refused, 409, 'task.outdated', /was changed by somebody else while the form was open/)
    assert.deepEqual(
      refused.body.problems.map(({ field }: Body) => field),
      ['amount'],
    )
    assert.deepEqual(refused.body.present, { amount: '10' })
    assert.equal((await viewOf(anna.call, id)).state, 'inProgress')
    assertDone(await complete(refused.body.present))
    const { data } = (await server.call('GET', `/pub/v1/bpm/instance/${instance}/get`)).body
    assert.equal(data.amount, '12.5')
  })

  it('leaves a field alone that the form did not change, whatever its present value is', async () => {
    const anna = await server.user()
    const { id, instance } = await aTask(server, server.call, anna.id)
    const body = { context: { amount: '10' }, comment: 'corrected' }
    assertDone(await server.call('PUT', `/pub/v1/bpm/instance/${instance}/context`, body))
    const seen = { amount: '9.0' }
    assertDone(await anna.call('POST', `${tasks}/${id}/complete`, { exit: 'accept', context: { amount: '9' }, seen }))
    const { data } = (await server.call('GET', `/pub/v1/bpm/instance/${instance}/get`)).body
    assert.equal(data.amount, '10')
  })

  it('is refused for the initiator, who can see the task, and for others, who cannot', async () => {
    const [anna, ivan, other] = [await server.user(), await server.user(), await server.user()]
    const { id } = await aTask(server, ivan.call, anna.id)
    const complete = (call: typeof anna.call) => call('POST', `${tasks}/${id}/complete`, { exit: 'reject' })
    assertRefused(await complete(other.call), 404, 'task.not_found', /not found/)
    assertRefused(await complete(ivan.call), 403, 'task.not_allowed', /you can see the task/)
    assertRefused(await server.call('POST', `${tasks}/x/complete`), 404, 'task.not_found', /./)
    assertDone(await complete(server.call))
  })
})
