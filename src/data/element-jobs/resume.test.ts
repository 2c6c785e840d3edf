import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import type { Database } from '../../foundation/db/database.ts'
import { failingDatabase } from '../../foundation/db/failing-database.fixture.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { TrackedJob } from '../../foundation/jobs/index.ts'
import { runJob } from '../../foundation/jobs/tracked/run-job.ts'
import { tryImports } from '../import/shop.fixture.ts'
import { createBulkKind } from './bulk/bulk-kind.ts'
import { type BulkRequest, ElementJobs } from './element-jobs.ts'
import { createExportKind } from './export/export-kind.ts'

const count = 210
const address = { namespace: 'shop', code: 'notes' }
const shop = await tryImports(
  { notes: 'name: Notes\nfields:\n  - { code: text, name: Text, type: string }\n' },
  { idle: true },
)
const { elements, database, caller } = shop
const deps = { ...shop.deps, elements }
const jobs = await ElementJobs.create(deps)
const { tracked } = deps.jobs
for (let n = 0; n < count; n++) await elements.create(caller, address, { text: 'first' })
after(async () => {
  await shop[Symbol.asyncDispose]()
})

const running = new AbortController().signal

/** Runs a job on a database, as a process of its own would. */
function run(id: string, on: Database = database, signal = running): Promise<void> {
  const kinds = [createBulkKind, createExportKind].map((create) => create({ ...deps, database: on }))
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  return runJob({ ...deps, database: on, kinds: byName }, id, signal)
}
const job = async (id: string): Promise<TrackedJob> => (await tracked.find(caller, id))!

const all = { filter: {} }

async function started(request: Omit<BulkRequest, 'filter'>): Promise<string> {
  const { jobId, total } = await jobs.bulk(caller, address, { ...all, ...request })
  assert.equal(total, count)
  return jobId!
}

/** Returns the distinct pairs of text and revision of all elements. */
async function texts(): Promise<string[]> {
  const rows = await database.reader.rows<{ shown: string }>(
    sql`select distinct concat(body ->> 'text', ' ', rev) as shown from element`,
  )
  return rows.map(({ shown }) => shown)
}

test('a bulk action that is killed at any call to the database continues and changes each element once', async () => {
  let version = 1
  // The later parts of the job make the same calls as the first part, so only every fourth of them is tested.
  for (let nth = 1; ; nth += nth < 12 ? 1 : 4) {
    const id = await started({ action: { update: { context: { text: `change ${nth}` } } } })
    const failing = failingDatabase(database, nth)
    await run(id, failing.database).catch(() => {})
    await run(id)
    assert.deepEqual(await texts(), [`change ${nth} ${++version}`], `killed at call ${nth}`)
    const { state, processed, result, failed } = await job(id)
    assert.deepEqual([state, processed, result.changed, failed], ['done', count, count, 0])
    if (!failing.hasFailed()) break
  }
})

test('an export that is killed at any call begins its file again and has each element once', async () => {
  for (let nth = 1; ; nth++) {
    const { jobId } = await jobs.export(caller, address, { ...all, fields: ['__id'] })
    const failing = failingDatabase(database, nth)
    await run(jobId, failing.database).catch(() => {})
    await run(jobId)
    const { state, processed, result } = await job(jobId)
    const file = result.file as { readonly hash: string }
    assert.deepEqual([state, processed], ['done', count], `killed at call ${nth}`)
    const upload = await shop.files.temporaryByHash(caller.userId, file.hash)
    const lines = readFileSync(upload!.path, 'utf8').trim().split('\r\n').slice(1)
    assert.deepEqual([lines.length, new Set(lines).size], [count, count])
    if (!failing.hasFailed()) break
  }
})

test('a job that two nodes run at the same time changes each element once', async () => {
  const [before] = await texts()
  const id = await started({ action: { update: { context: { text: 'both' } } } })
  await Promise.all([1, 2, 3].map(() => run(id)))
  assert.deepEqual(await texts(), [`both ${Number(before!.split(' ').at(-1)) + 1}`])
  const { state, processed, result } = await job(id)
  assert.deepEqual([state, processed, result.changed], ['done', count, count])
})

test('a job ends when its user was blocked, and the user gets a notification', async () => {
  const user = await shop.aUser('leaver', true)
  const { jobId } = await jobs.bulk(user, address, { ...all, action: { delete: true } })
  await shop.people.changeUser(caller, user.userId, { status: 'blocked' })
  await run(jobId!)
  const { state, problem, processed } = await job(jobId!)
  assert.deepEqual([state, problem?.code, processed], ['failed', 'job.user_blocked', 0])
  assert.equal(shop.told.at(-1)!.event, 'job.failed')
})

test('a job stores its first hundred failures and counts all of them', async () => {
  const id = await started({ action: { delete: true } })
  await database.single.rows(sql`update job_item set subject = gen_random_uuid() where job = ${id}`)
  await run(id)
  const { failed, result } = await job(id)
  const { failures } = result as { readonly failures: readonly unknown[] }
  assert.deepEqual([failed, failures.length], [count, 100])
})

test('an interrupted job stays unfinished, and a cancelled one is not run', async () => {
  const id = await started({ action: { delete: true } })
  const stopping = AbortSignal.abort(new Error('this node is stopping'))
  await assert.rejects(run(id, database, stopping), /stopping/)
  assert.equal((await job(id)).state, 'running')
  await tracked.cancel(caller, id)
  await run(id)
  const { state, processed } = await job(id)
  assert.deepEqual([state, processed], ['cancelled', 0])
})
