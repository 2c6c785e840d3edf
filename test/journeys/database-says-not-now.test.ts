import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/foundation/db/open.ts'
import { sql } from '../../src/foundation/db/sql.ts'
import { type Answer, startTestPlatform, type TestPlatform } from '../platform.ts'
import { ordinaryUrl, testServerUrl } from '../postgres-server.ts'

const skip = testServerUrl() === undefined ? 'SKIPPED: set TEST_DATABASE_URL to a PostgreSQL server' : false
const contacts = '/pub/v1/app/ref/contacts'

interface Stage {
  readonly office: TestPlatform
  /** URL of the database of the server under test. */
  readonly url: string
  /** A separate session on the same database. */
  readonly beside: pg.Client
  create(lastname: string): Promise<Answer>
}

async function onStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  await using office = await startTestPlatform()
  const { name } = (await office.platform.database.reader.row<{ name: string }>(
    sql`select current_database() as name`,
  ))!
  const url = ordinaryUrl(name)
  const beside = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
  await beside.connect()
  const create = (lastname: string): Promise<Answer> =>
    office.call('POST', `${contacts}/create`, { context: { full_name: { lastname } } })
  try {
    await work({ office, url, beside, create })
  } finally {
    await beside.end()
  }
}

/** Makes the database read-only or writable, and ends existing sessions, which would keep their setting. */
async function setReadOnly({ beside }: Stage, on: boolean): Promise<void> {
  const { rows } = await beside.query('select current_database() as name')
  await beside.query(`alter database "${rows[0].name}" set default_transaction_read_only = ${on ? 'on' : 'off'}`)
  if (!on) return
  await beside.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
}

async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  for (let left = 50; left > 0; left--) {
    const answer = await ask()
    if (answer.body.code !== 'database.unavailable') return answer
  }
  return assert.fail('the server does not come back')
}

describe('a read-only database', { skip }, () => {
  it('refuses writes temporarily, answers reads, and accepts writes again when it is writable', () =>
    onStage(async (stage) => {
      const { office, create } = stage
      const { __id: id } = (await create('before')).body.item
      await setReadOnly(stage, true)

      for (const path of [`${contacts}/${id}/get`, `${contacts}/list`, '/pub/v1/user/list', '/api/v1/me']) {
        const read = await answered(() => office.call('GET', path))
        assert.equal(read.status, 200, `${path} ${JSON.stringify(read.body)}`)
      }
      const upload = new FormData()
      upload.append('file', new Blob(['bytes']), 'a.txt')
      for (const write of [
        () => create('meanwhile'),
        () => office.call('POST', `${contacts}/${id}/update`, { context: { full_name: { lastname: 'other' } } }),
        () => office.call('POST', '/pub/v1/disk/directory', { name: 'a directory' }),
        () => office.call('POST', `/pub/v1/disk/file/upload?hash=${crypto.randomUUID()}`, upload),
      ]) {
        const refused = await answered(write)
        assert.deepEqual([refused.status, refused.body.code], [503, 'database.read_only'])
        assert.equal(refused.headers.get('retry-after'), '5')
      }

      await setReadOnly(stage, false)
      // The server discards the session of each refused write, because the session would stay read-only.
      let last = await create('after')
      for (let left = 30; left > 0 && last.status === 503; left--) last = await create('after')
      assert.equal(last.status, 200)
    }))

  it('is refused at a start, with a sentence that says what to do', () =>
    onStage(async (stage) => {
      await setReadOnly(stage, true)
      const opening = openDatabase({ url: stage.url, dataDir: tmpdir(), log: () => {} })
      await assert.rejects(opening, /the database is read-only \(default_transaction_read_only = on\)/)
      await setReadOnly(stage, false)
    }))
})

describe('a lock that another session holds', { skip }, () => {
  it('delays a write, which is then answered as temporary and not as a fault of the request', () =>
    onStage(async ({ beside, create, office }) => {
      await beside.query('begin; lock table element in exclusive mode')
      const [write, read] = await Promise.all([create('a'), office.call('GET', `${contacts}/list`)])
      assert.equal(read.status, 200)
      assert.deepEqual([write.status, write.body.code, write.headers.get('retry-after')], [503, 'database.busy', '1'])
      await beside.query('rollback')
      assert.equal((await create('a')).status, 200)
    }))

  it('is distinguished from a list that itself takes too long', () =>
    onStage(async ({ beside, office }) => {
      await beside.query('begin; lock table element in access exclusive mode')
      const read = await office.call('GET', `${contacts}/list`)
      assert.deepEqual([read.status, read.body.code], [503, 'database.busy'])
      await beside.query('rollback')
    }))
})
