import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase } from '../../../../test/database.ts'
import { recordAudit, systemActor } from '../../audit/index.ts'
import type { Database, Tx } from '../../db/database.ts'
import { failingDatabase } from '../../db/failing-database.fixture.ts'
import { sql } from '../../db/sql.ts'
import { createMovableClock } from '../../kit/clock.ts'
import { errorKind } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { createJobs, type Jobs } from '../index.ts'
import { putBackOrphans } from '../jobs.store.ts'
import { inPortions, type JobKind, type JobRun, type TrackedJob } from './job-kind.ts'
import { runJob } from './run-job.ts'

const database = await openTestDatabase()
await database.single.rows(sql`create table mark (job uuid, position int)`)
const clock = createMovableClock()
const log = (): void => {}
const jobs = await createJobs({ database, clock, log })
after(async () => {
  await jobs.close()
  await database[Symbol.asyncDispose]()
})

const user = { ...systemActor, userId: newId(), administrator: false }
const admin = { ...systemActor, userId: newId(), administrator: true }
const dayMs = 24 * 60 * 60 * 1000

/** Marks the positions of a job, without a key: a position that is marked twice has two rows. */
async function mark(tx: Tx, job: string, positions: readonly number[]): Promise<void> {
  await tx.rows(sql`insert into mark (job, position) select ${job}, unnest(${positions}::int[])`)
}

async function marks(job: string): Promise<number[]> {
  const rows = await database.reader.rows<{ position: number }>(sql`
    select position from mark where job = ${job} order by position`)
  return rows.map(({ position }) => position)
}

/** What happens before a portion of a job is committed. */
let beforePortion: (run: JobRun) => Promise<void> = async () => {}
beforeEach(() => {
  beforePortion = async () => {}
})

const common = {
  queue: { name: 'tests', concurrency: 1 },
  seenBy: 'its user',
  cancelled: (tx, caller, { id }) => recordAudit(tx, caller, { object: `job:${id}`, after: { state: 'cancelled' } }),
  shown: async ({ result }) => ({ ...result }),
} satisfies Partial<JobKind>

/** A kind whose effect is committed with its progress. */
const marking: JobKind = {
  ...common,
  name: 'marking',
  keptMs: dayMs,
  work: inPortions(3, async (run, items) => {
    await beforePortion(run)
    const { id, processed } = run.job
    const positions = items.map(({ position }) => position)
    return async (tx) => {
      await mark(tx, id, positions)
      return { processed: processed + items.length, result: { last: positions.at(-1) } }
    }
  }),
}

/** A kind whose effect is committed before its results are recorded. */
const marked: JobKind = {
  ...common,
  name: 'marked',
  keepsItems: true,
  work: inPortions(3, async (run, items) => {
    const positions = items.map(({ position }) => position)
    await mark(database.single, run.job.id, positions)
    await beforePortion(run)
    return positions.map((position) => ({ position, state: position % 2 === 0 ? 'failed' : 'done' }))
  }),
}

const refused = errorKind('test.refused', 409, 'Test.')
/** A kind in steps without items. */
const stepping: JobKind = {
  ...common,
  name: 'stepping',
  seenBy: 'administrators',
  async work(run) {
    await beforePortion(run)
    await run.commit(async (tx) => {
      await mark(tx, run.job.id, [1])
      return { total: 2, processed: 1 }
    })
    return async (tx) => {
      await mark(tx, run.job.id, [2])
      return { processed: 2 }
    }
  },
}
const kinds = new Map([marking, marked, stepping].map((kind) => [kind.name, kind]))
for (const kind of kinds.values()) await jobs.tracked.add(kind)

async function started(kind: string, count = 0, onlyOne?: string): Promise<string> {
  const items = sql`select gen_random_uuid() as id, p as position from generate_series(1, ${count}::int) p`
  const request = { kind, settings: {}, ...(count > 0 && { items }), ...(onlyOne !== undefined && { onlyOne }) }
  const job = await database.transaction((tx) => jobs.tracked.start(tx, user.userId, request))
  return job!.id
}

/** Runs a job as a process of its own does. */
const run = (id: string, on: Database = database, signal = new AbortController().signal): Promise<void> =>
  runJob({ database: on, clock, log, kinds }, id, signal)
const jobOf = async (id: string): Promise<TrackedJob> => (await jobs.tracked.find(admin, id))!

async function ended(by: Jobs, id: string): Promise<TrackedJob> {
  for (;;) {
    const job = await jobOf(id)
    if (job.endedAt !== null) return job
    by.tracked.nudge(job.kind)
    await wait(20)
  }
}

describe('a tracked job', () => {
  it('that is killed at any call to the database is resumed, and each portion has its effect once', async () => {
    for (let nth = 1; ; nth++) {
      const id = await started('marking', 7)
      const failing = failingDatabase(database, nth)
      await run(id, failing.database).catch(() => {})
      await run(id)
      const { state, processed, result } = await jobOf(id)
      assert.deepEqual([state, processed, result], ['done', 7, { last: 7 }], `killed at call ${nth}`)
      assert.deepEqual(await marks(id), [1, 2, 3, 4, 5, 6, 7], `killed at call ${nth}`)
      if (!failing.hasFailed()) break
    }
  })

  it('commits its last effect together with its end', async () => {
    for (let nth = 1; ; nth++) {
      const id = await started('stepping')
      const failing = failingDatabase(database, nth)
      await run(id, failing.database).catch(() => {})
      const { state } = await jobOf(id)
      assert.equal((await marks(id)).includes(2), state === 'done', `killed at call ${nth}`)
      if (state !== 'done') await jobs.tracked.cancel(admin, id)
      if (!failing.hasFailed()) break
    }
  })

  it('is taken over by the latest of several runs, and the others write nothing more', async () => {
    const id = await started('marking', 20)
    await Promise.all([run(id), run(id), run(id)])
    assert.deepEqual(
      await marks(id),
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    assert.equal((await jobOf(id)).state, 'done')
  })

  it('is cancelled between two portions: what is committed stays, and nothing is committed afterwards', async () => {
    const id = await started('marking', 7)
    beforePortion = async ({ job }) => {
      if (job.processed === 3) await jobs.tracked.cancel(user, id)
    }
    await run(id)
    const { state, processed } = await jobOf(id)
    assert.deepEqual([state, processed, await marks(id)], ['cancelled', 3, [1, 2, 3]])
    await run(id)
    assert.equal((await jobOf(id)).state, 'cancelled')
    await assert.rejects(jobs.tracked.cancel(user, id), { code: 'job.ended' })
  })

  it('records the results of work that was committed before the job was cancelled', async () => {
    const id = await started('marked', 7)
    beforePortion = async () => void (await jobs.tracked.cancel(user, id))
    await run(id)
    const job = await jobOf(id)
    assert.deepEqual([job.state, job.processed, job.failed], ['cancelled', 3, 1])
    const items = await jobs.tracked.items(job, { after: 0, size: 10 })
    assert.deepEqual(
      items.map(({ state }) => state),
      ['done', 'failed', 'done', null, null, null, null],
    )
  })

  it('continues on another node when its node has died', async () => {
    const id = await started('marking', 7)
    const [hangs, never] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    beforePortion = async ({ job }) => {
      if (job.run > 1 || job.processed < 3) return
      hangs.resolve()
      await never.promise
    }
    // Nodes of this test alone, since a node that runs would take the jobs of the other tests.
    const startNode = async (): Promise<Jobs> => {
      const node = await createJobs({ database, clock, log })
      for (const kind of kinds.values()) await node.tracked.add(kind)
      await node.start()
      node.tracked.nudge('marking')
      return node
    }
    const first = await startNode()
    await hangs.promise
    const other = await startNode()
    // What happens after ten seconds without a heartbeat.
    await putBackOrphans(database.single, 'all')
    const { state, run: runs } = await ended(other, id)
    never.resolve()
    await first.close()
    await other.close()
    assert.deepEqual([state, runs, await marks(id)], ['done', 2, [1, 2, 3, 4, 5, 6, 7]])
  })

  it('fails with the error of its kind, and is tried again after an error that may pass', async () => {
    const id = await started('marking', 3)
    beforePortion = async () => {
      throw Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' })
    }
    await assert.rejects(run(id), /connection was lost/)
    assert.equal((await jobOf(id)).state, 'running')
    beforePortion = async () => {
      throw refused('it is refused')
    }
    await run(id)
    const { state, problem } = await jobOf(id)
    assert.deepEqual([state, problem], ['failed', { code: 'test.refused', message: 'it is refused' }])
  })

  it('is one of its key at a time', async () => {
    const id = await started('stepping', 0, 'only')
    const request = { kind: 'stepping', settings: {}, onlyOne: 'only' }
    assert.equal(await database.transaction((tx) => jobs.tracked.start(tx, user.userId, request)), undefined)
    assert.equal((await database.transaction((tx) => jobs.tracked.open(tx, 'only')))?.id, id)
    await run(id)
    await jobs.tracked.cancel(admin, await started('stepping', 0, 'only'))
  })

  it('is seen by its user or by administrators only, as its kind declares', async () => {
    const [own, hidden] = [await started('marking', 3), await started('stepping')]
    const stranger = { ...user, userId: newId() }
    const seen = async (caller: typeof user): Promise<string[]> =>
      (await jobs.tracked.list(caller, 100)).map(({ id }) => id).filter((id) => id === own || id === hidden)
    assert.deepEqual([await seen(user), await seen(stranger), await seen(admin)], [[own], [], [hidden, own]])
    await assert.rejects(jobs.tracked.cancel(stranger, own), { code: 'job.not_found' })
    await assert.rejects(jobs.tracked.cancel(user, hidden), { code: 'job.not_found' })
    assert.deepEqual(await jobs.tracked.seen(user, [own, hidden]), [own])
    await Promise.all([own, hidden].map((id) => jobs.tracked.cancel(admin, id)))
  })

  it('is removed when the time of its kind has passed, if the kind has one', async () => {
    const [removed, kept] = [await started('marking', 3), await started('marked', 3)]
    await Promise.all([removed, kept].map((id) => run(id)))
    await jobs.start()
    await jobs.advanceClock(3 * dayMs)
    assert.equal(await jobs.tracked.find(user, removed), undefined)
    assert.equal((await jobOf(kept)).state, 'done')
  })
})
