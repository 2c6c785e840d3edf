import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { end, flows, start, user as userTask } from '../engine/process.fixture.ts'
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

  it('writes its variables only when an advance changes them', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('two', [start(), userTask('a'), userTask('b'), end(), flows('s > a > b > e')])
    const id = await trial.start(version, { context: { amount: 5 } })
    // A value that the memory of this node does not have shows whether an advance has written the variables.
    await trial.database.single.rows(sql`update process_instance set context = '{"amount": 7}' where id = ${id}`)
    assert.equal(await trial.complete(id, 'a'), 'advanced')
    assert.deepEqual((await trial.instance(id)).context, { amount: 7 })
    assert.equal(await trial.complete(id, 'b', { note: 'x' }), 'advanced')
    assert.deepEqual((await trial.instance(id)).context, { amount: 5, note: 'x' })
  })

  it('tells the performers of its tasks: the statement of the advance writes the fact', async () => {
    const written: number[] = []
    const dueAt = new Date('2030-01-01T00:00:00Z')
    await using trial = await openTrial({
      factsWritten: () => written.push(trial.statements.count),
      resolvePerformers: async (_reader, _task, { initiator }) => ({
        candidates: [initiator, caller.userId],
        priority: 0,
        timers: [],
        dueAt,
      }),
    })
    const caller = { ...trialCaller, userId: newId() }
    const one = await trial.publish('one', [start(), userTask('a'), end(), flows('s > a > e')])
    const automatic = await trial.publish('none', [start(), plain('a'), end(), flows('s > a > e')])
    trial.statements.count = 0
    await trial.start(automatic)
    const id = await trial.start(one, { item: { app: newId(), id: newId() } })
    const task = await trial.wait(id, 'a')
    assert.deepEqual(written, [2])
    const facts = await trial.database.reader.rows<Record<string, string>>(sql`
      select f.key, f.event, f.receivers::text[] as receivers, f.about, f.details, f.app = i.item_app as "hasApp", f.by
      from notification_fact f, process_instance i where i.id = ${id}`)
    assert.deepEqual(
      facts.map((fact) => ({ ...fact, about: JSON.parse(fact.about!), details: JSON.parse(fact.details!) })),
      [
        {
          key: `task:${task}:new`,
          event: 'task.new',
          receivers: [user, caller.userId],
          about: { type: 'task', id: task },
          details: { subject: 'a', process: (await trial.instance(id)).name, due: dueAt.toISOString() },
          hasApp: true,
          by: null,
        },
      ],
    )
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
