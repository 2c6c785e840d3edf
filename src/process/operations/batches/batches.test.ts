import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { createJobs, type ItemResult, type Jobs } from '../../../foundation/jobs/index.ts'
import { createMovableClock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { type Caller, systemCaller } from '../../../people/index.ts'
import { type Batch, type Batches, type BatchItem, type BatchView, createBatches } from './batches.ts'

const caller: Caller = { ...systemCaller(newId()), operation: 'test' }
const instances = (count: number): string[] => Array.from({ length: count }, () => newId())

let opened: AsyncDisposable
let database: Database
let jobs: Jobs
let batches: Batches
const clock = createMovableClock()
/** The function `run` of the kind of batches under test. `done` collects the instances in `worked`. */
let work: (items: readonly BatchItem[], batch: Batch) => Promise<readonly ItemResult[]>
const worked: string[] = []

before(async () => {
  const test = await openTestDatabase()
  opened = test
  database = test
  jobs = await createJobs({ database, clock, log: () => {} })
  batches = await createBatches({
    ...{ database, jobs, log: () => {} },
    kinds: [{ kind: 'interrupt', run: (batch, items) => work(items, batch) }],
  })
  await jobs.start()
})
after(async () => {
  await jobs.close()
  await opened[Symbol.asyncDispose]()
})

const done = async (items: readonly BatchItem[]): Promise<readonly ItemResult[]> => {
  worked.push(...items.map(({ instance }) => instance))
  return items.map(({ position }) => ({ position, state: 'done' }))
}

const begin = (ids: readonly string[]): Promise<BatchView> =>
  batches.begin(caller, {
    ...{ kind: 'interrupt', settings: { comment: 'stop' }, audit: {} },
    items: sql`select x as instance, null::uuid as incident from unnest(${ids}::uuid[]) x`,
  })

async function ended(id: string): Promise<BatchView> {
  for (let tries = 0; tries < 3_000; tries++) {
    const batch = await batches.get(caller, id)
    if (batch.endedAt !== null) return batch
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail('the batch does not end')
}

describe('a batch', () => {
  it('of at most 100 instances is finished when the answer comes', async () => {
    work = done
    const batch = await begin(instances(100))
    assert.deepEqual(
      [batch.state, batch.total, batch.done, batch.failed, batch.percent],
      ['completed', 100, 100, 0, 100],
    )
    assert.ok(batch.startedAt !== null && batch.endedAt !== null)
  })

  it('of more than 100 instances continues in the background, each instance once', async () => {
    work = done
    worked.length = 0
    const ids = instances(950)
    const { id, total } = await begin(ids)
    assert.equal(total, 950)
    const batch = await ended(id)
    assert.deepEqual([batch.state, batch.done], ['completed', 950])
    assert.deepEqual(worked.toSorted(), ids.toSorted())
  })

  it('stores the result and the reasons of each instance', async () => {
    const reasons = [{ code: 'ELEMENT_GONE', element: 'a', tokens: 1, message: 'the new version has no such element' }]
    work = async (items) =>
      items.map(({ position }): ItemResult => {
        if (position === 1) return { position, state: 'failed', reasons }
        return position === 2 ? { position, state: 'skipped', reasons } : { position, state: 'done' }
      })
    const batch = await begin(instances(3))
    assert.deepEqual([batch.state, batch.done, batch.failed, batch.percent], ['completedWithErrors', 2, 1, 100])
    const { items, next } = await batches.items(caller, batch.id, { state: 'failed' })
    assert.deepEqual(
      items.map(({ position, state, reasons: kept }) => [position, state, kept]),
      [[1, 'failed', reasons]],
    )
    assert.equal(next, null)
    const first = await batches.items(caller, batch.id, { size: 2 })
    assert.equal(first.next, '2')
    const rest = await batches.items(caller, batch.id, { size: 2, cursor: first.next! })
    assert.deepEqual(
      rest.items.map(({ position }) => position),
      [3],
    )
  })

  it('continues with the other instances when one fails unexpectedly', async () => {
    work = async (items) => {
      if (items.some(({ position }) => position === 2)) throw new Error('unexpected')
      return done(items)
    }
    const batch = await begin(instances(4))
    assert.deepEqual([batch.state, batch.done, batch.failed], ['completedWithErrors', 3, 1])
    const { items } = await batches.items(caller, batch.id, { state: 'failed' })
    assert.equal(items[0]!.reasons[0]!.code, 'INTERNAL')
  })

  it('that was stopped by a crash continues with the instances that have no result', async () => {
    work = done
    const ids = instances(3)
    const batch = await begin(ids)
    await database.transaction(async (tx) => {
      await tx.rows(sql`update job set state = 'running', ended_at = null, processed = 1 where id = ${batch.id}`)
      await tx.rows(sql`update job_item set state = null where job = ${batch.id} and position > 1`)
    })
    worked.length = 0
    await jobs.advanceClock(60_000)
    const after = await batches.get(caller, batch.id)
    assert.deepEqual([after.state, after.done, worked.length], ['completed', 3, 2])
  })

  it('that is cancelled leaves the remaining instances unchanged', async () => {
    let isCancelled = false
    work = async (items, { id }) => {
      if (!isCancelled) await batches.cancel(caller, id)
      isCancelled = true
      return done(items)
    }
    const { id } = await begin(instances(500))
    const batch = await ended(id)
    assert.equal(batch.state, 'cancelled')
    for (let tries = 0; tries < 3_000 && (await batches.get(caller, id)).done === 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal((await batches.get(caller, id)).done, 200, 'what was under way is counted')
    const { items } = await batches.items(caller, id, { state: 'new', size: 1000 })
    assert.equal(items.length, 300)
    await assert.rejects(batches.cancel(caller, id), { code: 'batch.ended' })
  })

  it('without instances is completed at once', async () => {
    const batch = await begin([])
    assert.deepEqual([batch.state, batch.total, batch.percent], ['completed', 0, 100])
  })

  it('is visible only to administrators and to the user who started it', async () => {
    work = done
    const { id } = await begin(instances(1))
    const stranger: Caller = { ...caller, userId: newId(), administrator: false }
    for (const ask of [batches.get, batches.cancel, batches.items])
      await assert.rejects(ask(stranger, id, {}), { code: 'batch.not_found' })
    assert.equal((await batches.get({ ...stranger, administrator: true }, id)).id, id)
    assert.deepEqual(await batches.list(stranger), [])
    await assert.rejects(batches.get(caller, 'nonsense'), { code: 'batch.not_found' })
  })
})
