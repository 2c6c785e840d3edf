import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase } from '../../../test/database.ts'
import type { Database } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { createJobs, type Job, type JobReport, type Jobs } from './index.ts'
import { putBackOrphans } from './jobs.store.ts'

const log = (): void => {}

/** Polls until `look` returns a value. The test's own timeout ends a wait in vain. */
async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await wait(20)
  }
}

function ends(jobs: Jobs, queue: string, id: string, state: JobReport['state']): Promise<JobReport> {
  return until(async () => {
    jobs.nudge(queue)
    const report = await jobs.report(queue, id)
    return report?.state === state && report
  })
}

async function enqueue(database: Database, jobs: Jobs, queue: string, data: object): Promise<string> {
  const id = await database.transaction((tx) => jobs.enqueue(tx, queue, data))
  jobs.nudge(queue)
  return id
}

test('a job runs once with its data and has the state completed', { timeout: 60_000 }, async () => {
  await using database = await openTestDatabase()
  const jobs = await createJobs({ database, log })
  const seen: Job<{ file: string; rows: number }>[] = []
  await jobs.work<{ file: string; rows: number }>('import', async (job) => void seen.push(job))
  await jobs.start()

  const id = await enqueue(database, jobs, 'import', { file: 'in.csv', rows: 3 })
  await ends(jobs, 'import', id, 'completed')
  await jobs.close()

  assert.deepEqual(
    seen.map(({ id, data, attempt }) => ({ id, data, attempt })),
    [{ id, data: { file: 'in.csv', rows: 3 }, attempt: 1 }],
  )
})

test('a job of a transaction that was rolled back never runs', { timeout: 60_000 }, async () => {
  await using database = await openTestDatabase()
  const jobs = await createJobs({ database, log })
  const seen: unknown[] = []
  await jobs.work('import', async ({ data }) => void seen.push(data))
  await jobs.start()

  const lost = database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'import', { number: 1 })
    throw new Error('no')
  })
  await assert.rejects(lost, /no/)
  const id = await enqueue(database, jobs, 'import', { number: 2 })
  await ends(jobs, 'import', id, 'completed')
  await jobs.close()

  assert.deepEqual(seen, [{ number: 2 }])
})

test('a job can be enqueued before the workers start, and for a queue that another node handles', {
  timeout: 60_000,
}, async () => {
  await using database = await openTestDatabase()
  const jobs = await createJobs({ database, log })
  const done: unknown[] = []
  await jobs.work('import', async ({ data }) => void done.push(data))
  const id = await enqueue(database, jobs, 'import', { number: 1 })
  assert.deepEqual(await jobs.report('import', id), { state: 'created', repeated: 0, reason: null })

  const writer = await createJobs({ database, log })
  await database.transaction((tx) => writer.enqueue(tx, 'import', { number: 2 }))
  await writer.close()
  await jobs.start()
  await until(() => done.length === 2)
  await jobs.close()

  assert.deepEqual(done, [{ number: 1 }, { number: 2 }])
})

test('enqueuing into an unknown queue is a bug and throws', { timeout: 60_000 }, async () => {
  await using database = await openTestDatabase()
  const jobs = await createJobs({ database, log })
  await assert.rejects(enqueue(database, jobs, 'improt', {}), /there is no queue improt/)
  await jobs.close()
})

test('many jobs run one after the other without waiting for the next poll', { timeout: 60_000 }, async () => {
  await using database = await openTestDatabase()
  const jobs = await createJobs({ database, log })
  let running = 0
  let maxRunning = 0
  const done: number[] = []
  await jobs.work<{ number: number }>('calls', async ({ data }) => {
    maxRunning = Math.max(maxRunning, ++running)
    await wait(1)
    running--
    done.push(data.number)
  })
  await database.transaction(async (tx) => {
    for (let number = 0; number < 50; number++) await jobs.enqueue(tx, 'calls', { number })
  })
  await jobs.start()
  // Polling 50 times would take longer than the timeout of this test.
  await until(() => done.length === 50)
  await jobs.close()

  assert.deepEqual(done, [...done.keys()])
  assert.equal(maxRunning, 1)
})

test('a queue with several workers runs jobs concurrently', { timeout: 60_000 }, async () => {
  await using database = await openTestDatabase()
  const jobs = await createJobs({ database, log })
  const both = Promise.withResolvers<void>()
  let running = 0
  const handler = async (): Promise<void> => {
    if (++running === 2) both.resolve()
    await both.promise
  }
  await jobs.work('calls', handler, { concurrency: 2 })
  await jobs.start()
  await enqueue(database, jobs, 'calls', {})
  await enqueue(database, jobs, 'calls', {})
  await both.promise
  await jobs.close()
})

test('only one worker of an idle queue looks for jobs', { timeout: 60_000 }, async () => {
  await using database = await openTestDatabase()
  let polls = 0
  const single = Object.create(database.single, {
    rows: {
      value: (statement: Sql) => {
        if (/j\.name = 'calls'/.test(statement.strings.join())) polls += 1
        return database.single.rows(statement)
      },
    },
  })
  const jobs = await createJobs({ database: Object.create(database, { single: { value: single } }), log })
  await jobs.work('calls', async () => {}, { concurrency: 16 })
  const startMs = performance.now()
  await jobs.start()
  await until(() => polls > 0)
  await wait(300)
  await jobs.close()
  // One worker looks at the start and then every two seconds.
  assert.ok(polls <= 1 + Math.floor((performance.now() - startMs) / 2_000), `${polls} polls`)
})

test('a job that throws is retried later, and finally fails with the reason', {
  timeout: 60_000,
}, async () => {
  await using database = await openTestDatabase()
  const logged: string[] = []
  const jobs = await createJobs({ database, log: (_level, message) => void logged.push(message) })
  const attempts: number[] = []
  const handler = async ({ attempt }: Job<object>): Promise<void> => {
    attempts.push(attempt)
    throw new Error(`no answer from the other side (${attempt})`)
  }
  await jobs.work('calls', handler, { retryLimit: 1, retryDelayS: 200 })
  await jobs.start()

  const id = await enqueue(database, jobs, 'calls', {})
  const waiting = await until(async () => {
    const report = await jobs.report('calls', id)
    return report?.state === 'retry' && report
  })
  assert.deepEqual(waiting, { state: 'retry', repeated: 0, reason: 'no answer from the other side (1)' })
  const start = await database.reader.row<{ later: boolean }>(
    sql`select start_after > now() + interval '1min' as later from pgboss.job where id = ${id}`,
  )
  assert.equal(start?.later, true)

  await database.single.rows(sql`update pgboss.job set start_after = now() where id = ${id}`)
  const failed = await ends(jobs, 'calls', id, 'failed')
  await jobs.close()
  assert.deepEqual(failed, { state: 'failed', repeated: 1, reason: 'no answer from the other side (2)' })
  assert.deepEqual(attempts, [1, 2])
  assert.deepEqual(logged, ['a job failed', 'a job failed'])
})

test('close waits for a handler that is nearly done', { timeout: 60_000 }, async () => {
  await using database = await openTestDatabase()
  const jobs = await createJobs({ database, log })
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  await jobs.work('import', async ({ signal }) => {
    signal.addEventListener('abort', () => finish.resolve())
    begun.resolve()
    await finish.promise
    await wait(50)
  })
  await jobs.start()
  const id = await enqueue(database, jobs, 'import', {})
  await begun.promise
  await jobs.close()

  assert.equal((await jobs.report('import', id))?.state, 'completed')
})

test('a job that close interrupts waits for the next start and loses no attempt', {
  timeout: 60_000,
}, async () => {
  await using database = await openTestDatabase()
  const attempts: number[] = []
  const jobs = await createJobs({ database, log })
  const begun = Promise.withResolvers<void>()
  const options = { retryLimit: 0 }
  const handler = async ({ attempt, signal }: Job<object>): Promise<void> => {
    attempts.push(attempt)
    begun.resolve()
    await wait(60_000, undefined, { signal })
  }
  await jobs.work('import', handler, options)
  await jobs.start()
  const id = await enqueue(database, jobs, 'import', {})
  await begun.promise
  await jobs.close()
  assert.equal((await jobs.report('import', id))?.state, 'retry')

  const next = await createJobs({ database, log })
  await next.work('import', async ({ attempt }) => void attempts.push(attempt), options)
  await next.start()
  await ends(next, 'import', id, 'completed')
  await next.close()
  assert.equal(attempts.length, 2)
})

test('on the embedded database, a job whose process was killed runs again at the next start', {
  timeout: 60_000,
}, async (context) => {
  await using database = await openTestDatabase()
  if (database.kind !== 'embedded') return context.skip('a server may have other nodes; see the heartbeat')
  // The state that a killed process leaves behind: an active job that no process works on.
  const killed = await createJobs({ database, log })
  const begun = Promise.withResolvers<void>()
  const never = Promise.withResolvers<void>()
  await killed.work('import', async () => {
    begun.resolve()
    await never.promise
  })
  await killed.start()
  const id = await enqueue(database, killed, 'import', { number: 1 })
  await begun.promise

  const jobs = await createJobs({ database, log })
  const seen: Job<object>[] = []
  await jobs.work('import', async (job) => void seen.push(job))
  await jobs.start()
  await ends(jobs, 'import', id, 'completed')
  assert.deepEqual(
    seen.map(({ data, attempt }) => ({ data, attempt })),
    [{ data: { number: 1 }, attempt: 2 }],
  )

  never.resolve()
  await killed.close()
  await jobs.close()
})

test('a job without a heartbeat is put back after a timeout, and a job with a heartbeat is left alone', {
  timeout: 60_000,
}, async () => {
  await using database = await openTestDatabase()
  const jobs = await createJobs({ database, log })
  await jobs.work('import', async () => {}, { retryLimit: 1 })
  const ids: string[] = []
  for (const [secondsAgo, attempt] of [
    [30, 0],
    [90, 0],
    [90, 1],
  ]) {
    const id = await database.transaction((tx) => jobs.enqueue(tx, 'import', {}))
    await database.single.rows(sql`
      update pgboss.job set state = 'active', started_on = now(), retry_count = ${attempt}, heartbeat_seconds = 60,
        heartbeat_on = now() - ${secondsAgo} * interval '1s'
      where id = ${id}`)
    ids.push(id)
  }

  assert.equal(await putBackOrphans(database.single, 'without heartbeat'), 2)
  const reports = await Promise.all(ids.map((id) => jobs.report('import', id)))
  await jobs.close()
  const reason = 'the process that ran this job was killed'
  assert.deepEqual(reports, [
    { state: 'active', repeated: 0, reason: null },
    { state: 'retry', repeated: 0, reason },
    { state: 'failed', repeated: 1, reason },
  ])
})
