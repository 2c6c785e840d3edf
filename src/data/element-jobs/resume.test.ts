import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { sql } from '../../foundation/db/sql.ts'
import { failingDatabase } from '../import/failing-database.fixture.ts'
import { tryImports } from '../import/shop.fixture.ts'
import { addProgress, beginJob, jobById } from './element-jobs.store.ts'
import { type BulkRequest, createElementJobs } from './element-jobs.ts'
import { runJob } from './run-job.ts'

const count = 210
const address = { namespace: 'shop', code: 'notes' }
const shop = await tryImports(
  { notes: 'name: Notes\nfields:\n  - { code: text, name: Text, type: string }\n' },
  { idle: true },
)
const { elements, database, caller } = shop
const deps = { ...shop.deps, elements }
const jobs = await createElementJobs(deps)
for (let n = 0; n < count; n++) await elements.create(caller, address, { text: 'first' })
after(async () => {
  await jobs.close()
  await shop[Symbol.asyncDispose]()
})

const running = new AbortController().signal
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
    await runJob({ ...deps, database: failing.database }, id, running).catch(() => {})
    await runJob(deps, id, running)
    assert.deepEqual(await texts(), [`change ${nth} ${++version}`], `killed at call ${nth}`)
    const { state, processed, changed, failed } = (await jobById(database.reader, id))!
    assert.deepEqual([state, processed, changed, failed], ['done', count, count, 0])
    if (!failing.hasFailed()) break
  }
})

test('an export that is killed at any call begins its file again and has each element once', async () => {
  for (let nth = 1; ; nth++) {
    const { jobId } = await jobs.export(caller, address, { ...all, fields: ['__id'] })
    const failing = failingDatabase(database, nth)
    await runJob({ ...deps, database: failing.database }, jobId, running).catch(() => {})
    await runJob(deps, jobId, running)
    const { state, processed, file } = (await jobById(database.reader, jobId))!
    assert.deepEqual([state, processed], ['done', count], `killed at call ${nth}`)
    const upload = await shop.files.temporaryByHash(caller.userId, file!.hash)
    const lines = readFileSync(upload!.path, 'utf8').trim().split('\r\n').slice(1)
    assert.deepEqual([lines.length, new Set(lines).size], [count, count])
    if (!failing.hasFailed()) break
  }
})

test('a job that two nodes run at the same time changes each element once', async () => {
  const [before] = await texts()
  const id = await started({ action: { update: { context: { text: 'both' } } } })
  await Promise.all([1, 2, 3].map(() => runJob(deps, id, running)))
  assert.deepEqual(await texts(), [`both ${Number(before!.split(' ').at(-1)) + 1}`])
  const { state, processed, changed } = (await jobById(database.reader, id))!
  assert.deepEqual([state, processed, changed], ['done', count, count])
})

test('a job ends when its user was blocked, and the user gets a notification', async () => {
  const user = await shop.aUser('leaver', true)
  const { jobId } = await jobs.bulk(user, address, { ...all, action: { delete: true } })
  await shop.people.changeUser(caller, user.userId, { status: 'blocked' })
  await runJob(deps, jobId!, running)
  const { state, problem, processed } = (await jobById(database.reader, jobId!))!
  assert.deepEqual([state, problem?.code, processed], ['failed', 'job.user_blocked', 0])
  assert.equal(shop.told.at(-1)!.event, 'job.failed')
})

test('a job stores its first hundred failures and counts all of them', async () => {
  const id = await started({ action: { delete: true } })
  await beginJob(database.single, id, new Date())
  const failures = Array.from({ length: 150 }, (_, at) => ({ id: `${at}`, code: 'test', message: 'refused' }))
  for (const part of [failures.slice(0, 70), failures.slice(70, 140), failures.slice(140)])
    assert.ok(await addProgress(database.single, id, { processed: part.length, failures: part }))
  const job = (await jobById(database.reader, id))!
  assert.deepEqual([job.failed, job.failures], [150, failures.slice(0, 100)])
  await jobs.cancel(caller, id)
})

test('an interrupted job stays unfinished, and a cancelled one is not run', async () => {
  const id = await started({ action: { delete: true } })
  const stopping = AbortSignal.abort(new Error('this node is stopping'))
  await assert.rejects(runJob(deps, id, stopping), /stopping/)
  assert.equal((await jobById(database.reader, id))!.state, 'running')
  await jobs.cancel(caller, id)
  await runJob(deps, id, running)
  const { state, processed } = (await jobById(database.reader, id))!
  assert.deepEqual([state, processed], ['cancelled', 0])
})
