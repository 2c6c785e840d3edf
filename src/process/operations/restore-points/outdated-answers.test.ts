import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { end, flows, start } from '../../engine/process.fixture.ts'
import { caller } from '../../execution/execution.fixture.ts'
import { delegated, type OutsideTrial, openOutside } from './restore-points.fixture.ts'

const input = '<chancery:input name="customer" value="customer"/>'

/** Waits until the other system has received a number of requests. */
async function askedTimes({ trial, asked }: OutsideTrial, count: number): Promise<void> {
  for (let round = 0; asked.length < count; round++) {
    assert.ok(round < 100, `the other system was asked ${asked.length} times`)
    await trial.advanceClock(1_000)
  }
}

describe('an answer to a restore point', () => {
  it('that would overwrite a change is refused, and the request is sent again with the present values', async () => {
    await using outside = await openOutside((_, response) => void response.writeHead(202).end())
    const { trial } = outside
    const version = await trial.publish('p', [start(), delegated('a', outside.url, input), end(), flows('s > a > e')])
    const id = await trial.start(version, { context: { customer: 'C7' } })
    await askedTimes(outside, 1)
    const stimulus = { type: 'setVariables', variables: { customer: 'C8' } } as const
    await trial.execution.deliver({ instance: id, stimulus, caller })
    const before = await outside.point(id)
    assert.equal(await outside.restore(before.id, { context: { customer: 'C7 checked' } }), 'restore_point.outdated')
    assert.equal((await trial.instance(id)).context.customer, 'C8')
    await askedTimes(outside, 2)
    const after = await outside.point(id)
    assert.deepEqual([after.id, after.state, after.attempts], [before.id, 'open', 2])
    const sent = outside.asked.map(({ body }) => JSON.parse(body).input.customer)
    assert.deepEqual(sent, ['C7', 'C8'])
    assert.equal(await outside.restore(after.id, { context: { customer: 'C8 checked' } }), 'done')
    const { state, context } = await trial.instance(id)
    assert.deepEqual([state, context.customer], ['done', 'C8 checked'])
  })

  it('with other variables is accepted, and does not undo the change', async () => {
    await using outside = await openOutside((_, response) => void response.writeHead(202).end())
    const { trial } = outside
    const version = await trial.publish('p', [start(), delegated('a', outside.url, input), end(), flows('s > a > e')])
    const id = await trial.start(version, { context: { customer: 'C7' } })
    await askedTimes(outside, 1)
    const stimulus = { type: 'setVariables', variables: { customer: 'C8' } } as const
    await trial.execution.deliver({ instance: id, stimulus, caller })
    const point = await outside.point(id)
    assert.equal(await outside.restore(point.id, { context: { customer: 'C7', rating: 4 } }), 'done')
    assert.deepEqual((await trial.instance(id)).context, { customer: 'C8', rating: 4 })
  })
})
