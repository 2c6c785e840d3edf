// Runs on the embedded database only: it is about the embedded database.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { embeddedPlace } from '../../../../test/database.ts'
import { PlatformError } from '../../kit/errors.ts'
import { Script, type Sql, sql, toStatement } from '../sql.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { startUpkeep, vacuumWhatNeedsIt } from './upkeep.ts'

const folders: string[] = []
const noLog = (): void => {}

async function newFolder(): Promise<string> {
  const { dataDir } = await embeddedPlace()
  folders.push(dataDir)
  return dataDir
}

const dataDir = await newFolder()
const database = await openEmbedded(dataDir, noLog)
after(async () => {
  await database.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function syncsOf(target: EmbeddedDatabase, work: () => Promise<unknown>): Promise<number> {
  const before = await target.syncs()
  await work()
  return (await target.syncs()) - before
}

describe('durability', () => {
  it('the server uses fsync, and each commit is synced to the disk', async () => {
    const settings = await database.reader.rows<{ setting: string }>(
      sql`select setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
    )
    assert.deepEqual(
      settings.map(({ setting }) => setting),
      ['on', 'on', 'on'],
    )
    await database.single.rows(sql`create table synced (id int)`)
    const insert = () => database.single.rows(sql`insert into synced values (1)`)
    await insert()
    for (let time = 0; time < 3; time++) assert.equal(await syncsOf(database, insert), 1)
    const four = () => Promise.all([insert(), insert(), insert(), insert()])
    assert.ok((await syncsOf(database, four)) >= 1)
    assert.equal(await syncsOf(database, () => database.reader.rows(sql`select 1`)), 0)
  })

  it('a checkpoint syncs data files to the disk too', async () => {
    await database.single.rows(sql`insert into synced select generate_series(1, 1000)`)
    assert.ok((await syncsOf(database, () => database.outsideTransaction(sql`checkpoint`))) > 2)
  })

  it('everything acknowledged before kill -9 is there after the next start', async () => {
    const folder = await newFolder()
    const acknowledged: number[] = []
    for (let kill = 0; kill < 3; kill++) {
      const child = fork(new URL('./writer.fixture.ts', import.meta.url), [folder, String(kill)])
      await new Promise<void>((resolve, reject) => {
        child.on('message', (id: number) => {
          acknowledged.push(id)
          if (id % 100_000 === 200) resolve()
        })
        child.on('exit', () => reject(new Error('the writer ended by itself')))
      })
      child.removeAllListeners('exit')
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    const reopened = await openEmbedded(folder, noLog)
    const rows = await reopened.reader.rows<{ id: number; twice: number }>(sql`select id, twice from written`)
    await reopened.close()
    const found = new Map(rows.map((row) => [row.id, row.twice]))
    assert.ok(acknowledged.length >= 600)
    for (const id of acknowledged) assert.equal(found.get(id), id * 2)
  })

  it('everything written before a crash of the server is there, and the server restarts by itself', async () => {
    await database.single.rows(sql`create table crashed (id int)`)
    await database.single.rows(sql`insert into crashed values (1)`)
    await database.crash()
    assert.deepEqual(await database.reader.rows(sql`select id from crashed`), [{ id: 1 }])
  })
})

describe('one process and one session', () => {
  it('opening the folder a second time is refused with the id of the process', async () => {
    await assert.rejects(openEmbedded(dataDir, noLog), new RegExp(`${dataDir} is in use by process ${process.pid}`))
  })

  it('a statement that takes too long is stopped, and the next statement works', async () => {
    const said: string[] = []
    const log = (_level: string, message: string): void => void said.push(message)
    const impatient = await openEmbedded(await newFolder(), log, { statementTimeoutMs: 2_000 })
    await assert.rejects(
      impatient.reader.rows(sql`select pg_sleep(30)`),
      (error) => error instanceof PlatformError && error.code === 'query.too_slow' && error.status === 400,
    )
    assert.deepEqual(await impatient.reader.rows(sql`select 1 as one`), [{ one: 1 }])
    assert.match(said.join(), /started again: a statement took too long/)
    await impatient.close()
  })

  it('a transaction whose server crashes fails and blocks nobody', async () => {
    const lost = database.transaction(async (tx) => {
      await tx.rows(sql`select 1`)
      await database.crash()
      await tx.rows(sql`select 2`)
    })
    await assert.rejects(lost, (error) => error instanceof PlatformError && error.code === 'database.unavailable')
    assert.deepEqual(await database.reader.rows(sql`select 3 as three`), [{ three: 3 }])
  })

  it('a large value is stored and read completely', async () => {
    const text = 'é'.repeat(3_000_000)
    const row = await database.reader.row<{ text: string }>(sql`select ${text}::text as text`)
    assert.equal(row?.text, text)
  })

  it('after closing, statements are refused as unavailable', async () => {
    const closed = await openEmbedded(await newFolder(), noLog)
    await closed.close()
    await closed.close()
    await assert.rejects(closed.reader.rows(sql`select 1`), /does not respond/)
    assert.equal(await closed.isReady(), false)
  })
})

describe('upkeep', () => {
  const access = { rows: database.reader.rows, run: database.outsideTransaction }

  it('tables with many dead rows are vacuumed and analyzed, the others are not', async () => {
    await database.single.rows(sql`create table busy (id int)`)
    await database.single.rows(sql`create table calm (id int)`)
    await database.single.rows(sql`insert into busy select generate_series(1, 500)`)
    await database.single.rows(sql`delete from busy where id > 100`)
    await database.reader.rows(sql`select pg_stat_force_next_flush()`)
    const done = await vacuumWhatNeedsIt(access)
    assert.ok(done.includes('busy') && !done.includes('calm'))
    assert.ok(!done.includes('element'), 'a table with partitions is no work for vacuum')
    const [row] = await database.reader.rows<{ dead: string; rows: number }>(sql`
      select n_dead_tup::text as dead, reltuples::int as rows
      from pg_stat_user_tables s join pg_class c on c.oid = s.relid where s.relname = 'busy'`)
    assert.deepEqual(row, { dead: '0', rows: 100 })
    assert.ok(!(await vacuumWhatNeedsIt(access)).includes('busy'))
  })

  it('the loop vacuums while the database is idle, and makes a checkpoint when the log has grown', async () => {
    const checkpoint = sql`select redo_lsn::text as at from pg_control_checkpoint()`
    const before = await database.reader.row(checkpoint)
    await database.single.rows(sql`insert into busy select generate_series(1, 30000)`)
    await database.reader.rows(sql`select pg_stat_force_next_flush()`)
    const limits = { everyMs: 10, maxLogBytes: 1_000_000, checkpointEveryMs: 60_000, pauseMs: 0, maxWaitMs: 60_000 }
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    let asked = 0
    const mayCheckpoint = () => ++asked > 3
    const upkeep = startUpkeep({ ...access, quietMs: () => 1, mayCheckpoint, onError }, limits)
    const counted = sql`select reltuples::int as rows from pg_class where relname = 'busy'`
    while ((await database.reader.row<{ rows: number }>(counted))?.rows !== 30_100) await turn()
    if (asked < 3) assert.deepEqual(await database.reader.row(checkpoint), before)
    while (asked <= 3) await turn()
    while (isDeepStrictEqual(await database.reader.row(checkpoint), before)) await turn()
    upkeep.stop()
    assert.deepEqual(errors, [])
  })

  it('the loop does not take its own statements for use of the database', async () => {
    await database.single.rows(sql`create table quiet (id int)`)
    // So many rows that the table needs a vacuum even if the upkeep of the database itself analyzes it first.
    await database.single.rows(
      new Script(
        'insert into quiet select generate_series(1, 3000); select pg_stat_force_next_flush() is null as done',
      ),
    )
    let isUsed = false
    const rows: typeof access.rows = (statement) => {
      isUsed = true
      return access.rows(statement)
    }
    const quietMs = (): number => {
      const ms = isUsed ? 0 : 5_000
      isUsed = false
      return ms
    }
    const vacuumed: string[] = []
    const run = async (statement: Sql): Promise<void> => void vacuumed.push(toStatement(statement).text)
    const limits = { everyMs: 10, maxLogBytes: 1e12, checkpointEveryMs: 1e9, pauseMs: 1_000, maxWaitMs: 60_000 }
    const upkeep = startUpkeep({ rows, run, quietMs, mayCheckpoint: () => false, onError: assert.fail }, limits)
    for (let turns = 0; vacuumed.length === 0 && turns < 1_000; turns++) await wait(5)
    upkeep.stop()
    assert.match(vacuumed.join(), /vacuum .*"quiet"/)
  })

  it('the quiet loop analyzes a table with partitions for joins', async () => {
    await database.single.rows(
      new Script(`create table owner (app int, id int, text text, primary key (app, id)) partition by list (app);
        create table owner_default partition of owner default;
        insert into owner select 1, n, 'text' from generate_series(1, 300) n; analyze owner_default;
        select pg_stat_force_next_flush() is null as done`),
    )
    const limits = { everyMs: 10, maxLogBytes: 1e12, checkpointEveryMs: 1e9, pauseMs: 1_000, maxWaitMs: 60_000 }
    const quiet = { ...access, quietMs: () => 5_000, mayCheckpoint: () => false, onError: assert.fail }
    const upkeep = startUpkeep(quiet, limits)
    const statistics = sql`select attname::text as name from pg_stats where tablename = 'owner' and inherited order by 1`
    let found: object[] = []
    for (let turns = 0; found.length === 0 && turns < 1_000; turns++) {
      await wait(5)
      found = await database.reader.rows(statistics)
    }
    upkeep.stop()
    assert.deepEqual(found, [{ name: 'app' }, { name: 'id' }])
  })

  it('the loop analyzes a table that has grown while the database is busy', async () => {
    await database.single.rows(sql`create table rising (id int)`)
    await database.single.rows(
      new Script(
        'insert into rising select generate_series(1, 300); select pg_stat_force_next_flush() is null as done',
      ),
    )
    const limits = { everyMs: 10, maxLogBytes: 1e12, checkpointEveryMs: 1e9, pauseMs: 1_000, maxWaitMs: 60_000 }
    const upkeep = startUpkeep(
      { ...access, quietMs: () => 0, mayCheckpoint: () => false, onError: assert.fail },
      limits,
    )
    const counted = sql`select reltuples::int as rows from pg_class where relname = 'rising'`
    while ((await database.reader.row<{ rows: number }>(counted))?.rows !== 300) await turn()
    upkeep.stop()
  })
})
