import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { sql } from '../db/sql.ts'
import { createMovableClock } from '../kit/clock.ts'
import { createJobs, type PeriodicJob } from './index.ts'

const hourMs = 60 * 60_000
/** More than the real time that a test takes. */
const slackMs = hourMs / 4
const log = (): void => {}

describe('a periodic job', () => {
  it('of one node runs once for two nodes, at its first time and at each later one', async () => {
    await using database = await openTestDatabase()
    const clock = createMovableClock()
    const runs: string[] = []
    const startNode = async (name: string) => {
      const jobs = await createJobs({ database, clock, log })
      await jobs.every({ name: 'count', everyMs: hourMs, on: 'one node', run: () => void runs.push(name) })
      await jobs.every({ name: 'look', everyMs: hourMs, on: 'every node', run: () => void runs.push(`look ${name}`) })
      await jobs.start()
      return jobs
    }
    const [first, second] = [await startNode('first'), await startNode('second')]
    const counted = (): number => runs.filter((name) => !name.startsWith('look')).length
    await first.advanceClock(hourMs - slackMs)
    assert.equal(counted(), 0)
    await first.advanceClock(slackMs)
    assert.equal(counted(), 1)
    // The two nodes of this test share a clock and a database, so the node that did not advance is due as well.
    await second.advanceClock(1)
    assert.deepEqual(runs.filter((name) => name.startsWith('look')).sort(), ['look first', 'look second'])
    assert.equal(counted(), 1)
    await second.advanceClock(hourMs)
    assert.equal(counted(), 2)
    await Promise.all([first.close(), second.close()])

    const waiting = await database.reader.row<{ waiting: number }>(
      sql`select count(*)::int as waiting from pgboss.job where name = 'every/count' and state = 'created'`,
    )
    assert.equal(waiting?.waiting, 1)
  })

  for (const on of ['every node', 'one node'] as const) {
    it(`of ${on} that fails is logged, and runs again at its next time`, async () => {
      await using database = await openTestDatabase()
      const clock = createMovableClock()
      const logged: unknown[] = []
      const jobs = await createJobs({ database, clock, log: (_level, message, more) => logged.push([message, more]) })
      let runs = 0
      const run = (): void => {
        if (++runs === 1) throw new Error('the disk is full')
      }
      await jobs.every({ name: 'sweep', everyMs: hourMs, on, run })
      await jobs.start()
      await jobs.advanceClock(hourMs)
      await jobs.advanceClock(hourMs)
      await jobs.close()
      assert.equal(runs, 2)
      assert.deepEqual(
        logged.map((one) => String((one as [string])[0])),
        ['a periodic job failed'],
      )
    })
  }

  it('of one node continues after a stop of all nodes, without running twice', async () => {
    await using database = await openTestDatabase()
    const clock = createMovableClock()
    let runs = 0
    const job: PeriodicJob = {
      name: 'count',
      firstAfterMs: 0,
      everyMs: hourMs,
      on: 'one node',
      run: () => void runs++,
    }
    for (let start = 1; start <= 3; start++) {
      const jobs = await createJobs({ database, clock, log })
      await jobs.every(job)
      await jobs.start()
      await jobs.advanceClock(0)
      await jobs.close()
    }
    // The first run was due at once; the next one is due an hour later, whichever node is there by then.
    assert.equal(runs, 1)
  })

  it('has a unique name', async () => {
    await using database = await openTestDatabase()
    const jobs = await createJobs({ database, log })
    const job: PeriodicJob = { name: 'count', everyMs: hourMs, on: 'every node', run: () => {} }
    await jobs.every(job)
    await assert.rejects(jobs.every(job), /there are two periodic jobs "count"/)
    await jobs.close()
  })
})
