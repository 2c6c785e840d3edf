import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, beforeEach, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openTestDatabase } from '../../../../test/database.ts'
import { systemActor } from '../../../foundation/audit/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { createJobs, type Jobs, type TrackedJob } from '../../../foundation/jobs/index.ts'
import { createMovableClock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { createRetention, type Retention } from '../../../foundation/retention/index.ts'
import { approval, insertInstances, insertTask, insertTemplate } from '../instances/instances.fixture.ts'
import { createBatchRetention } from './batch-retention.store.ts'
import { removedTables } from './instance-retention.store.ts'
import { createInstanceRetention } from './instance-retention.ts'

const clock = createMovableClock()
let opened: AsyncDisposable
let database: Database
let jobs: Jobs
let retention: Retention
/** Called after an export was written, before its rows are removed. */
let afterExport: () => Promise<void> = async () => {}
const stored = new Map<string, Buffer>()

before(async () => {
  const test = await openTestDatabase()
  opened = test
  database = test
  jobs = await createJobs({ database, clock, log: () => {} })
  retention = await createRetention({
    ...{ database, clock, jobs, log: () => {} },
    kinds: [createInstanceRetention(database.reader, 30), createBatchRetention(30)],
    store: {
      async keep(chunks) {
        const bytes = Buffer.concat(await Array.fromAsync(chunks))
        const sha256 = createHash('sha256').update(bytes).digest()
        stored.set(sha256.toString('hex'), bytes)
        await afterExport()
        return { sha256, bytes: bytes.length }
      },
      read: async (sha256) => Readable.from([stored.get(sha256)!]),
    },
  })
  await database.transaction(insertTemplate)
  for (const job of retention.periodic) await jobs.every(job)
  await jobs.start()
})
after(async () => {
  await jobs.close()
  await opened[Symbol.asyncDispose]()
})
beforeEach(() => {
  afterExport = async () => {}
})

/** Inserts ended instances that are due, each with a task. */
async function dueInstances(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  await database.transaction(async (tx) => {
    await insertInstances(
      tx,
      ids.map((id) => ({ id, state: 'done', createdAt: '2020-03-02T09:00:00Z' })),
    )
    for (const instance of ids) await insertTask(tx, { instance, id: newId(), by: newId() })
  })
  return ids
}

type Run = Pick<TrackedJob, 'id' | 'state' | 'total'> & { readonly removed: number; readonly kept: number }
const admin = { ...systemActor, administrator: true }

async function ended(id: string): Promise<Run> {
  for (;;) {
    const run = await jobs.tracked.find(admin, id)
    if (run !== undefined && run.state !== 'queued' && run.state !== 'running')
      return { ...run, removed: Number(run.result.removed), kept: Number(run.result.kept) }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const removeDue = async (): Promise<Run> => ended((await retention.start(systemActor)).id)

/** Returns the instances that are left, and fails when one has lost its task. */
async function left(ids: readonly string[]): Promise<string[]> {
  const rows = await database.reader.rows<{ id: string; tasks: number }>(sql`
    select i.id::text, (select count(*)::int from process_task t where t.instance = i.id) as tasks
    from process_instance i where i.id = any (${ids}::uuid[])`)
  assert.ok(rows.every(({ tasks }) => tasks === 1))
  return rows.map(({ id }) => id)
}
const namesIn = (bytes: Buffer): string[] =>
  gunzipSync(bytes)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).instance.name)

describe('the retention of instances', () => {
  it('removes many instances in several transactions, each with its export', async () => {
    const ids = await dueInstances(120)
    const run = await removeDue()
    assert.deepEqual([run.state, run.total, run.removed, run.kept], ['done', 120, 120, 0])
    assert.deepEqual(await left(ids), [])
    const made = (await retention.exports({ size: 100 })).filter((one) => one.run === run.id)
    assert.deepEqual(made.map(({ units }) => units).sort(), [20, 50, 50])
    assert.equal(new Set(made.flatMap(({ sha256 }) => namesIn(stored.get(sha256)!))).size > 0, true)
  })

  it('continues after an interruption, which leaves every instance whole', async () => {
    const ids = await dueInstances(70)
    let exports = 0
    const interrupted: string[][] = []
    afterExport = async () => {
      if (++exports !== 2) return
      interrupted.push(await left(ids))
      throw new Error('the process ends between an export and the removal')
    }
    const first = await removeDue()
    assert.equal(first.state, 'failed')
    assert.deepEqual([interrupted[0]!.length, (await left(ids)).length, first.removed], [20, 20, 50])
    const second = await removeDue()
    assert.deepEqual([second.state, second.removed], ['done', 20])
    assert.deepEqual(await left(ids), [])
  })

  it('continues a run whose node was killed', async () => {
    const ids = await dueInstances(3)
    const run = newId()
    await database.transaction(async (tx) => {
      await tx.rows(sql`
        insert into job (id, kind, state, settings, created_at, created_by, started_at, total, processed, result)
        values (${run}, 'retention', 'running', '{}', now(), ${newId()}, now(), 10, 7, '{"removed": 7, "kept": 0}')`)
      await jobs.enqueue(tx, 'retention', { job: run })
    })
    const { state, total, removed } = await ended(run)
    assert.deepEqual([state, total, removed, await left(ids)], ['done', 10, 10, []])
  })

  it('is cancelled between two transactions', async () => {
    const ids = await dueInstances(60)
    afterExport = async () => {
      const [run] = await jobs.tracked.list(admin, 1, ['retention'])
      if (Number(run!.result.removed) > 0) await jobs.tracked.cancel(admin, run!.id)
    }
    const run = await removeDue()
    assert.deepEqual([run.state, run.removed], ['cancelled', 50])
    assert.equal((await left(ids)).length, 10)
    afterExport = async () => {}
    assert.equal((await removeDue()).removed, 10)
  })

  it('removes only what the export contains: what changes meanwhile is exported again', async () => {
    const [instance] = await dueInstances(1)
    let exports = 0
    afterExport = async () => {
      if (++exports === 1)
        await database.single.rows(sql`update process_instance set name = 'changed' where id = ${instance}`)
    }
    const run = await removeDue()
    assert.deepEqual([run.state, run.removed, exports], ['done', 1, 2])
    const [made] = await retention.exports({ size: 1 })
    assert.deepEqual(namesIn(stored.get(made!.sha256)!), ['changed'])
  })

  it('keeps an instance that changes again and again until the next run', async () => {
    const [instance] = await dueInstances(1)
    afterExport = async () => {
      await database.single.rows(sql`update process_instance set name = name || '.' where id = ${instance}`)
    }
    const run = await removeDue()
    assert.deepEqual([run.state, run.removed, run.kept], ['done', 0, 1])
    afterExport = async () => {}
    assert.equal((await removeDue()).removed, 1)
  })

  it('notices a legal hold that is placed while an export is written', async () => {
    const element = newId()
    const [instance] = await dueInstances(1)
    await database.single.rows(sql`
      update process_instance set context = jsonb_build_object('about', ${element}::text) where id = ${instance}`)
    afterExport = async () => {
      await database.single.rows(sql`
        insert into legal_hold (id, app, element, reason, placed_at, placed_by)
        values (${newId()}, ${newId()}, ${element}, 'case 7', now(), ${newId()})`)
    }
    const run = await removeDue()
    assert.deepEqual([run.state, run.removed, run.kept], ['done', 0, 1])
    assert.deepEqual(await left([instance!]), [instance])
    await database.single.rows(sql`update legal_hold set lifted_at = now()`)
    afterExport = async () => {}
    assert.equal((await removeDue()).removed, 1)
  })

  it('keeps an instance that names a file of an element under a legal hold', async () => {
    const [app, element, file] = [newId(), newId(), newId()]
    const [instance] = await dueInstances(1)
    await database.single.rows(sql`
      update process_instance set context = jsonb_build_object('scan', ${file}::text) where id = ${instance}`)
    await database.single.rows(sql`
      insert into file_use (app, element, field, file) values (${app}, ${element}, 'scan', ${file})`)
    await database.single.rows(sql`
      insert into legal_hold (id, app, element, reason, placed_at, placed_by)
      values (${newId()}, ${app}, ${element}, 'case 8', now(), ${newId()})`)
    assert.deepEqual([(await removeDue()).kept, await left([instance!])], [1, [instance]])
    await database.single.rows(sql`update legal_hold set lifted_at = now()`)
    assert.equal((await removeDue()).removed, 1)
  })

  it('starts by itself once a day, when something is due', async () => {
    const ids = await dueInstances(1)
    await jobs.advanceClock(2 * 24 * 60 * 60 * 1000)
    assert.deepEqual(await left(ids), [])
    const [run] = await jobs.tracked.list(admin, 1, ['retention'])
    await jobs.advanceClock(2 * 24 * 60 * 60 * 1000)
    assert.deepEqual((await jobs.tracked.list(admin, 1, ['retention']))[0], run)
  })

  it('follows the number of days of the process, and 0 keeps instances for ever', async () => {
    const [instance] = await dueInstances(1)
    const setDays = (days: number) =>
      database.single.rows(sql`
        update process_template set definition = jsonb_build_object('keepDays', ${days}::int) where id = ${approval.id}`)
    await setDays(0)
    assert.deepEqual(await retention.rules(), [
      { kind: 'batches', process: null, days: 30, from: 'installation', due: 0 },
    ])
    await setDays(36_500)
    assert.equal((await removeDue()).removed, 0)
    await setDays(5)
    const rules = await retention.rules()
    assert.deepEqual(rules[0], { kind: 'instances', process: 'docs.approval', days: 5, from: 'process', due: 1 })
    assert.equal((await removeDue()).removed, 1)
    assert.deepEqual(await left([instance!]), [])
    await database.single.rows(sql`update process_template set definition = '{}'`)
  })

  it('has a decision about every table with rows of instances', async () => {
    const kept = {
      process_broadcast: 'signals that are being sent; their instances are not due',
      registration: 'registrations stay with the journal',
      sheet: 'sheets stay with their documents, and have the name of the instance',
    }
    const rows = await database.reader.rows<{ name: string }>(sql`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'instance'`)
    assert.deepEqual(rows.map(({ name }) => name).sort(), [...removedTables, ...Object.keys(kept)].sort())
  })
})

describe('the retention of batches', () => {
  it('removes ended batches with their items, and clears the items that an interrupted run has left', async () => {
    const [batch, running] = [newId(), newId()]
    await database.single.rows(sql`
      insert into job (id, kind, state, settings, total, created_at, created_by, ended_at)
      values (${batch}, 'interrupt', 'done', '{}', 3, '2020-01-01', ${newId()}, '2020-01-01'),
        (${running}, 'interrupt', 'running', '{}', 1, '2020-01-01', ${newId()}, null)`)
    await database.single.rows(sql`
      insert into job_item (job, position, subject, state)
      select b, n, gen_random_uuid(), 'done' from unnest(${[batch, running]}::uuid[]) b, generate_series(1, 3) n`)
    const run = await removeDue()
    assert.deepEqual([run.state, run.removed], ['done', 1])
    const items = () => database.reader.rows<{ batch: string }>(sql`select distinct job::text as batch from job_item`)
    assert.deepEqual(await items(), [{ batch: running }])
    const [made] = await retention.exports({ size: 1 })
    const lines = gunzipSync(stored.get(made!.sha256)!).toString().trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).type),
      ['batch', 'batchItem', 'batchItem', 'batchItem'],
    )
    await database.single.rows(sql`
      insert into job_item (job, position, subject, state) values (${batch}, 1, ${newId()}, 'done')`)
    await database.single.rows(sql`update retention_export set remaining = ${[batch]}::uuid[] where id = ${made!.id}`)
    await removeDue()
    assert.deepEqual(await items(), [{ batch: running }])
  })
})
