import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { end, flows, start, user as userTask } from '../process.fixture.ts'
import { openTrial, caller as trialCaller, user } from './execution.fixture.ts'

const plain = (id: string): string => `<task id="${id}"/>`

describe('an instance', () => {
  it('is started with its tasks and history in one statement, and each completed task is one statement', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('two', [start(), userTask('a'), userTask('b'), end(), flows('s > a > b > e')])
    trial.statements.count = 0
    const id = await trial.start(version, { context: { amount: 5 } })
    assert.equal(trial.statements.count, 1)
    assert.deepEqual(
      (await trial.waits(id)).map(({ element, kind }) => [element, kind]),
      [['a', 'task']],
    )
    const task = await trial.database.reader.row(
      sql`select element, state, assignee::text, subject from process_task where instance = ${id}`,
    )
    assert.deepEqual(task, { element: 'a', state: 'new', assignee: user, subject: 'a' })
    trial.statements.count = 0
    assert.equal(await trial.complete(id, 'a', { amount: 6 }), 'advanced')
    assert.equal(trial.statements.count, 1)
    const instance = await trial.instance(id)
    assert.deepEqual([instance.state, instance.rev, instance.context], ['wait', '2', { amount: 6 }])
    assert.equal(await trial.complete(id, 'b'), 'advanced')
    const ended = await trial.instance(id)
    assert.deepEqual([ended.state, ended.execution, await trial.waits(id)], ['done', null, []])
  })

  it('with five automatic steps runs from start to end in one statement', async () => {
    await using trial = await openTrial()
    const steps = ['a', 'b', 'c', 'd', 'x']
    const version = await trial.publish('five', [
      start(),
      ...steps.map(plain),
      end(),
      flows('s > a > b > c > d > x > e'),
    ])
    trial.statements.count = 0
    const started = await trial.start(version)
    assert.equal(trial.statements.count, 1)
    assert.equal((await trial.instance(started)).state, 'done')
  })

  it('completes a task once; the second completion finds no wait', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('one', [start(), userTask('a'), userTask('b'), end(), flows('s > a > b > e')])
    const id = await trial.start(version)
    const wait = await trial.wait(id, 'a')
    const complete = () =>
      trial.execution.deliver({ instance: id, stimulus: { type: 'complete', wait }, caller: { ...trialCaller } })
    const outcomes = await Promise.all([complete(), complete(), complete()])
    assert.deepEqual(outcomes.map(({ outcome }) => outcome).sort(), ['advanced', 'notWaiting', 'notWaiting'])
  })
})
