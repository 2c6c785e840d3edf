import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { ElementJobs } from '../data/element-jobs/element-jobs.ts'
import { tryImports } from '../data/import/shop.fixture.ts'
import { readMigrations } from '../foundation/db/migrate.ts'
import { Script, sql } from '../foundation/db/sql.ts'
import type { TrackedJob } from '../foundation/jobs/index.ts'
import { newId } from '../foundation/kit/ids.ts'
import { createRetention } from '../foundation/retention/index.ts'
import { createBatches } from '../process/operations/batches/batches.ts'

const shop = await tryImports(
  { notes: 'name: Notes\nfields:\n  - { code: text, name: Text, type: string }\n' },
  { idle: true },
)
after(() => shop[Symbol.asyncDispose]())
const { database, jobs, elements, caller, catalog, deps } = shop
const address = { namespace: 'shop', code: 'notes' }
const day = '2026-03-02T10:00:00Z'

/** Returns a statement of a migration that was released before. */
async function statement(name: string, beginning: string): Promise<string> {
  const { text } = (await readMigrations()).find((one) => one.name === name)!
  const from = text.indexOf(beginning)
  assert.ok(from >= 0, beginning)
  return text.slice(from, text.indexOf('\n);', from) + 3)
}

it('jobs of an earlier release are shown as before, and unfinished ones continue where they stopped', async () => {
  const worked: string[] = []
  await ElementJobs.create({ ...deps, elements })
  const batches = await createBatches({
    ...{ database, log: () => {}, jobs },
    kinds: (['move', 'interrupt', 'retry'] as const).map((kind) => ({
      kind,
      async run(_batch, items) {
        worked.push(...items.map(({ instance }) => instance))
        return items.map(({ position }) => ({ position, state: 'done' }))
      },
    })),
  })
  await createRetention({
    ...{ ...deps, kinds: [] },
    store: {
      keep: () => assert.fail(),
      read: () => assert.fail(),
    },
  })
  const created: string[] = []
  for (let n = 0; n < 3; n++) created.push((await elements.create(caller, address, { text: 'before' })).id)

  const tables = [
    await statement('0284-element-jobs.sql', 'create table element_job ('),
    await statement('0284-element-jobs.sql', 'create table element_job_item'),
    await statement('0230-processes.sql', 'create table process_batch ('),
    await statement('0230-processes.sql', 'create table process_batch_item'),
    await statement('0370-retention.sql', 'create table retention_run'),
  ]
  await database.single.rows(new Script(`drop table job, job_item; ${tables.join('\n')}`))
  const app = catalog.application('shop', 'notes')!.id
  const [bulk, exported, failed, batch, cancelled, moved, removal, removed] = Array.from({ length: 8 }, () => newId())
  const by = caller.userId
  const action = JSON.stringify({ action: { update: { context: { text: 'after' } } }, isDryRun: false })
  const file = JSON.stringify({ hash: newId(), name: 'notes.csv', bytes: 12 })
  const problem = JSON.stringify({ code: 'right.missing', message: 'no' })
  await database.single.rows(sql`
    insert into element_job (id, kind, state, app, namespace, code, settings, total, processed, changed, failed, failures,
      file, problem, created_at, created_by, started_at, ended_at)
    values (${bulk}, 'bulk', 'running', ${app}, 'shop', 'notes', ${action}::jsonb, 3, 1, 1, 0, '[]', null, null, ${day}, ${by},
        ${day}, null),
      (${exported}, 'export', 'done', ${app}, 'shop', 'notes', '{"format": "csv"}', 2, 2, 0, 0, '[]', ${file}::jsonb, null,
        ${day}, ${by}, ${day}, ${day}),
      (${failed}, 'bulk', 'failed', ${app}, 'shop', 'notes', ${action}::jsonb, 3, 2, 1, 1, '[{"id": "x", "code": "y", "message": "z"}]',
        null, ${problem}::jsonb, ${day}, ${by}, ${day}, ${day})`)
  await database.single.rows(sql`
    insert into element_job_item (job, position, element)
    select ${bulk}, p, e from unnest(${created}::uuid[]) with ordinality as c(e, p)`)
  await database.single.rows(sql`
    insert into process_batch (id, kind, state, template, settings, total, done, failed, created_at, created_by, started_at, ended_at)
    values (${batch}, 'interrupt', 'executing', null, '{"comment": "stop"}', 4, 1, 1, ${day}, ${by}, ${day}, null),
      (${cancelled}, 'retry', 'cancelled', null, '{}', 2, 0, 0, ${day}, ${by}, null, ${day}),
      (${moved}, 'move', 'completedWithErrors', ${app}, '{"version": 2}', 2, 1, 1, ${day}, ${by}, ${day}, ${day})`)
  const instances = Array.from({ length: 4 }, () => newId())
  await database.single.rows(sql`
    insert into process_batch_item (batch, position, instance, state, reasons)
    select ${batch}, p, i, case p when 1 then 'skipped' when 2 then 'failed' else 'new' end,
      case p when 2 then '[{"code": "INTERNAL", "message": "m"}]'::jsonb end
    from unnest(${instances}::uuid[]) with ordinality as c(i, p)`)
  await database.single.rows(sql`
    insert into retention_run (id, state, created_at, created_by, started_at, ended_at, total, removed, kept, problem)
    values (${removal}, 'running', ${day}, ${by}, ${day}, null, 7, 5, 1, null),
      (${removed}, 'failed', ${day}, ${by}, ${day}, ${day}, 9, 4, 2, 'the disk was full')`)
  await database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'element-jobs', { job: bulk })
    await jobs.enqueue(tx, 'process-batches', { batch })
    await jobs.enqueue(tx, 'retention', { id: removal })
  })

  for (const { name, text } of await readMigrations())
    if (/^038\d-/.test(name)) await database.single.rows(new Script(text))

  const shown = async (id: string): Promise<unknown[]> => {
    const job = (await jobs.tracked.find(caller, id))!
    const { kind, state, total, processed, failed: count, problem: why } = job
    return [kind, state, total, processed, count, why, await jobs.tracked.shown(job, caller)]
  }
  assert.deepEqual(await shown(bulk!), [
    ...['bulk', 'running', 3, 1, 0, null],
    { changed: 1, unchanged: 0, isDryRun: false, failures: [] },
  ])
  // The upload of the file is no longer there, so the result has no link.
  assert.deepEqual(await shown(exported!), ['export', 'done', 2, 2, 0, null, { name: 'notes.csv', bytes: 12 }])
  assert.deepEqual(await shown(failed!), [
    ...['bulk', 'failed', 3, 2, 1, JSON.parse(problem)],
    { changed: 1, unchanged: 0, isDryRun: false, failures: [{ id: 'x', code: 'y', message: 'z' }] },
  ])
  assert.deepEqual((await shown(removed!)).slice(1), [
    ...['failed', 9, 6, 0, { code: 'internal', message: 'the disk was full' }],
    { removed: 4, kept: 2 },
  ])
  const old = await batches.get(caller, moved!)
  assert.deepEqual(
    [old.state, old.template, old.settings, old.total, old.done, old.failed, old.createdAt, old.percent],
    ['completedWithErrors', app, { version: 2 }, 2, 1, 1, day, 100],
  )
  assert.equal((await batches.get(caller, cancelled!)).state, 'cancelled')
  assert.equal(jobs.tracked.application((await jobs.tracked.find(caller, exported!))!), 'shop.notes')

  await jobs.start()
  for (const id of [bulk, batch, removal]) {
    let job: TrackedJob | undefined
    while (job?.endedAt == null) {
      await wait(20)
      job = await jobs.tracked.find(caller, id!)
    }
  }
  assert.deepEqual(
    (await shop.rows('notes')).map(({ text }) => text),
    ['before', 'after', 'after'],
  )
  assert.deepEqual((await shown(bulk!)).slice(0, 4), ['bulk', 'done', 3, 3])
  assert.deepEqual([(await batches.get(caller, batch!)).state, worked], ['completedWithErrors', instances.slice(2)])
  const { items } = await batches.items(caller, batch!, {})
  assert.deepEqual(
    items.map(({ instance, state, reasons }) => [instance, state, reasons.length]),
    instances.map((instance, at) => [instance, ['skipped', 'failed', 'done', 'done'][at], at === 1 ? 1 : 0]),
  )
  assert.deepEqual((await shown(removal!)).slice(1), ['done', 5, 5, 0, null, { removed: 5, kept: 0 }])
})
