import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { boundary, end, flows, start, timer, user as userTask } from '../engine/process.fixture.ts'
import { claimDue, insertStimulus } from './due/due.store.ts'
import { createPerform } from './due/perform.ts'
import { openTrial, user } from './execution.fixture.ts'

const hourMs = 3_600_000
const pause = (id: string, text: string): string =>
  `<intermediateCatchEvent id="${id}">${timer(text)}</intermediateCatchEvent>`

describe('a due row', () => {
  it('is left to the node that took it last when the node before it resumes after a long pause', async () => {
    await using trial = await openTrial()
    const { database } = trial
    const version = await trial.publish('pausing', [start(), pause('nap', 'PT1H'), end(), flows('s > nap > e')])
    const id = await trial.start(version)
    await trial.stop()
    const perform = createPerform({
      database,
      // The instance no longer waits for the stimulus, so the row would be useless.
      apply: async () => ({ outcome: 'notWaiting', state: 'wait', context: {} }),
      deliverThrown: async () => {},
      enqueue: async () => {},
      dueHandlers: [],
    })
    const take = async () => {
      await database.single.rows(sql`update process_wait set due_at = platform_now() - interval '1 s'`)
      const [row] = await claimDue(database.single, 1)
      return row!
    }
    const first = await take()
    const second = await take()
    await perform(first)
    assert.equal((await trial.waits(id)).length, 1)
    await perform(second)
    assert.equal((await trial.waits(id)).length, 0)
  })

  it('is processed when the clock is advanced, in the order of the due times, before the request is answered', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('timers', [
      start(),
      pause('first', 'PT1H'),
      pause('second', 'PT2H'),
      userTask('late'),
      end(),
      flows('s > first > second > late > e'),
    ])
    const id = await trial.start(version)
    await trial.advanceClock(hourMs / 2)
    assert.deepEqual(
      (await trial.waits(id)).map(({ element }) => element),
      ['first'],
    )
    await trial.advanceClock(3 * hourMs)
    assert.deepEqual(
      (await trial.waits(id)).map(({ element }) => element),
      ['late'],
    )
  })

  it('is processed once by two nodes, even if a node starts from an old state of the instance', async () => {
    await using trial = await openTrial()
    await using other = await trial.addNode()
    const version = await trial.publish('escalate', [
      start(),
      userTask('work'),
      boundary('b', 'work', timer('R3/PT1H', 'timeCycle'), false),
      userTask('reminder'),
      end(),
      end('e2'),
      flows('s > work > e', 'b > reminder > e2'),
    ])
    const ids = await Promise.all(Array.from({ length: 20 }, () => trial.start(version)))
    await Promise.all([trial.advanceClock(hourMs + 1000), other.advanceClock(0)])
    await Promise.all([other.execution.settle(), trial.execution.settle()])
    for (const id of ids) {
      const waiting = (await trial.waits(id)).map(({ element }) => element).sort()
      assert.deepEqual(waiting, ['b', 'reminder', 'work'])
    }
    await Promise.all(ids.map((id) => trial.complete(id, 'work')))
    await Promise.all(ids.map((id) => trial.complete(id, 'reminder')))
    for (const id of ids) assert.equal((await trial.instance(id)).state, 'done')
  })

  it('fires each of 1,000 simultaneous timers once', { timeout: 60_000 }, async () => {
    await using trial = await openTrial()
    const version = await trial.publish('many', [start(), pause('t', 'PT1H'), end(), flows('s > t > e')])
    await Promise.all(Array.from({ length: 1000 }, () => trial.start(version)))
    await trial.advanceClock(2 * hourMs)
    const ended = await trial.database.reader.rows(
      sql`select state, rev::text, count(*)::int as n from process_instance group by state, rev`,
    )
    assert.deepEqual(ended, [{ state: 'done', rev: '2', n: 1000 }])
    assert.deepEqual(await trial.waits(), [])
  })

  it('continues after an element with asyncBefore', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('apart', [
      start(),
      '<task id="a" chancery:asyncBefore="true"/>',
      end(),
      flows('s > a > e'),
    ])
    const id = await trial.start(version)
    await trial.execution.settle()
    assert.equal((await trial.instance(id)).state, 'done')
  })

  it('with a stimulus comes after an earlier stimulus for the same wait, whose node has crashed', async () => {
    await using trial = await openTrial()
    const { database, execution } = trial
    const version = await trial.publish('one event', [start(), userTask('work'), end(), flows('s > work > e')])
    const id = await trial.start(version)
    const wait = await trial.wait(id, 'work')
    const stimulusOf = (note: string) => ({ type: 'complete', wait, variables: { note } }) as const
    // The crashed node would have applied the first stimulus at once; other nodes may take its row in an hour.
    const later = { id: newId(), instance: id, stimulus: stimulusOf('first'), by: user, dueMs: Date.now() + hourMs }
    assert.notEqual(await database.transaction((tx) => insertStimulus(tx, later)), undefined)
    await database.transaction((tx) =>
      execution.enqueue(tx, { instance: id, stimulus: stimulusOf('second'), by: user }),
    )
    await execution.settle()
    const { state, context } = await trial.instance(id)
    assert.deepEqual([state, context.note], ['done', 'first'])
    await trial.advanceClock(2 * hourMs)
    assert.deepEqual(await trial.waits(id), [])
  })

  it('continues an advance that stopped at its limit of visits, and an endless loop ends with an incident', async () => {
    await using trial = await openTrial()
    const version = await trial.publish('endless', [
      start(),
      `<exclusiveGateway id="g"/>`,
      '<task id="a"/>',
      flows('s > g > a > g'),
    ])
    const id = await trial.start(version)
    assert.equal((await trial.instance(id)).state, 'exec')
    await trial.execution.settle()
    assert.equal((await trial.instance(id)).state, 'error')
  })
})
