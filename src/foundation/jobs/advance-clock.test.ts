import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { sql } from '../db/sql.ts'
import { createMovableClock } from '../kit/clock.ts'
import { createJobs } from './index.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const log = (): void => {}

async function start() {
  const database = await openTestDatabase()
  const clock = createMovableClock()
  const jobs = await createJobs({ database, clock, log })
  const beganMs = clock.nowMs()
  return {
    database,
    clock,
    jobs,
    /** Minutes since the start, measured by the platform's clock. */
    minutes: () => Math.floor((clock.nowMs() - beganMs) / minuteMs),
    inMinutes: (minutes: number) => new Date(clock.nowMs() + minutes * minuteMs),
    async [Symbol.asyncDispose]() {
      await jobs.close()
      await database.close()
    },
  }
}

describe('advancing the clock', () => {
  it('runs each job when it is due, in the order of the due times, and waits for its end', async () => {
    await using trial = await start()
    const { database, jobs, minutes, inMinutes } = trial
    const ended: unknown[] = []
    await jobs.work<{ name: string }>('timers', async ({ data }) => void ended.push([data.name, minutes()]))
    await jobs.start()
    await database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'timers', { name: 'late' }, { startAfter: inMinutes(30) })
      await jobs.enqueue(tx, 'timers', { name: 'early' }, { startAfter: inMinutes(10) })
      await jobs.enqueue(tx, 'timers', { name: 'tomorrow' }, { startAfter: inMinutes(24 * 60) })
    })
    await jobs.advanceClock(hourMs)
    assert.deepEqual(ended, [
      ['early', 10],
      ['late', 30],
    ])
    assert.equal(minutes(), 60)
    await jobs.advanceClock(23 * hourMs)
    assert.deepEqual(ended.at(-1), ['tomorrow', 24 * 60])
  })

  it('runs a job that enqueues the next one as often as in real time, and a periodic job once', async () => {
    await using trial = await start()
    const { database, jobs, inMinutes } = trial
    let [timers, sweeps] = [0, 0]
    const next = () =>
      database.transaction((tx) => jobs.enqueue(tx, 'timers', {}, { startAfter: inMinutes(10) })).then(() => {})
    await jobs.work('timers', async () => {
      timers++
      await next()
    })
    await jobs.every({ name: 'sweep', everyMs: 5 * minuteMs, on: 'one node', run: () => void sweeps++ })
    await jobs.start()
    await jobs.advanceClock(hourMs)
    assert.deepEqual([timers, sweeps], [0, 1])
    await next()
    await jobs.advanceClock(hourMs)
    // A little real time passes between the runs, so the sixth one may be due just after the end of the hour.
    assert.ok(timers === 5 || timers === 6, `${timers}`)
    // It ran in the first hour, and then at each stop of the clock; the sixth timer may share its stop with the end.
    assert.ok(sweeps === 8 || sweeps === 7, `${sweeps}`)
  })

  it('retries a failed job at its retry times', async () => {
    await using trial = await start()
    const { database, jobs } = trial
    const attempts: number[] = []
    const fail = async ({ attempt }: { attempt: number }): Promise<void> => {
      attempts.push(attempt)
      throw new Error('no answer')
    }
    await jobs.work('calls', fail, { retryLimit: 2, retryDelayS: 60 })
    await jobs.start()
    const id = await database.transaction((tx) => jobs.enqueue(tx, 'calls', {}))
    await jobs.advanceClock(1)
    assert.deepEqual([attempts, (await jobs.report('calls', id))?.state], [[1], 'retry'])
    await jobs.advanceClock(hourMs)
    assert.deepEqual([attempts, (await jobs.report('calls', id))?.state], [[1, 2, 3], 'failed'])
  })

  it('moves the time of the database as well', async () => {
    await using trial = await start()
    const { database, jobs } = trial
    await jobs.start()
    const aheadS = async () =>
      (await database.reader.row<{ s: number }>(
        sql`select round(extract(epoch from platform_now() - now()))::float8 as s`,
      ))!.s
    assert.equal(await aheadS(), 0)
    await jobs.advanceClock(2 * hourMs)
    assert.equal(await aheadS(), 7_200)
    await jobs.advanceClock(52 * 7 * 5_000 * 24 * hourMs)
    assert.ok((await aheadS()) > 1e9)
  })

  it('is refused with the system clock', async () => {
    await using database = await openTestDatabase()
    const jobs = await createJobs({ database, log })
    await assert.rejects(jobs.advanceClock(1), /cannot be moved/)
    await jobs.close()
  })
})
