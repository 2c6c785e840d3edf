import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { testPlace } from '../../../../test/database.ts'
import { runAsSuperuser } from '../../../../test/postgres-server.ts'
import { openDatabase } from '../open.ts'
import { Script, type Sql, sql } from '../sql.ts'
import { GrownTables, type StatisticsAccess } from './grown-tables.store.ts'

const place = await testPlace()
const database = await openDatabase({ url: place.databaseUrl, dataDir: place.dataDir, log: () => {} })
after(async () => {
  await database.close()
  await place.remove()
})

const access = { rows: database.reader.rows, run: database.outsideTransaction }
const analyzeGrownTables = (through: StatisticsAccess): Promise<string[]> => new GrownTables(through).analyze()

/** Runs a script, and reports its changes to the statistics at once instead of within ten seconds. */
const change = (script: string) =>
  database.single.rows(new Script(`${script}; select pg_stat_force_next_flush() is null as done`))

// Autovacuum visits a new database soon, so the tables of these tests are without it.
const fill = (table: string, from: number, to: number) =>
  change(`insert into ${table} select n, 'text ' || n from generate_series(${from}, ${to}) n`)

async function rowsOf(table: string): Promise<number> {
  const row = await database.reader.row<{ rows: number }>(
    sql`select reltuples::int as rows from pg_class where oid = ${table}::regclass`,
  )
  return row!.rows
}

// The embedded database analyzes grown tables at any moment by itself; embedded.test.ts tests that.
const skip = database.kind === 'embedded' && 'the database does it by itself'

describe('a table', { skip }, () => {
  it('is analyzed after its first 100 rows and each time it has grown tenfold, not in between', async () => {
    await change('create table growing (id int primary key, text text) with (autovacuum_enabled = off)')
    await fill('growing', 1, 99)
    assert.deepEqual(await analyzeGrownTables(access), [])
    await fill('growing', 100, 150)
    assert.deepEqual(await analyzeGrownTables(access), ['public.growing'])
    assert.equal(await rowsOf('growing'), 150)
    await fill('growing', 151, 1_400)
    assert.deepEqual(await analyzeGrownTables(access), [])
    await fill('growing', 1_401, 1_500)
    assert.deepEqual(await analyzeGrownTables(access), ['public.growing'])
    assert.deepEqual(await analyzeGrownTables(access), [], 'nothing was written since')
  })

  it('of few rows is not analyzed for many updates', async () => {
    await change(
      'create table counter (id int primary key, text text) with (autovacuum_enabled = off); insert into counter values (1, 0)',
    )
    await change('do $$ begin for n in 1..500 loop update counter set text = n; end loop; end $$')
    assert.deepEqual(await analyzeGrownTables(access), [])
  })

  it('of which an index build set the number of rows is analyzed', async () => {
    await change('create table indexed (id int, text text) with (autovacuum_enabled = off)')
    await fill('indexed', 1, 500)
    await change('create index on indexed (id)')
    assert.equal(await rowsOf('indexed'), 500)
    assert.deepEqual(await analyzeGrownTables(access), ['public.indexed'])
  })

  it('with partitions is analyzed by its partition', async () => {
    await change(`create table parent (id int, text text) partition by list (id);
      create table parent_default partition of parent default with (autovacuum_enabled = off)`)
    await fill('parent', 1, 200)
    assert.deepEqual(await analyzeGrownTables(access), ['public.parent_default'])
  })
})

describe('a partitioned table with a primary key', { skip }, () => {
  const statistics = async (): Promise<string[]> => {
    const rows = await database.reader.rows<{ name: string }>(sql`
      select attname as name from pg_stats where tablename = 'owner' and inherited order by 1`)
    return rows.map(({ name }) => name)
  }
  const grow = (from: number, to: number) =>
    change(`insert into owner select 1, n, 'text ' || n from generate_series(${from}, ${to}) n`)

  it('is analyzed after its partition, for joins only: all its columns would become old', async () => {
    await change(`create table owner (app int, id int, text text, primary key (app, id)) partition by list (app);
      create table owner_default partition of owner default with (autovacuum_enabled = off)`)
    await grow(1, 50)
    assert.deepEqual(await analyzeGrownTables(access), [])
    await grow(51, 2_000)
    assert.deepEqual(await analyzeGrownTables(access), ['public.owner_default'])
    assert.deepEqual(await statistics(), [])
    assert.deepEqual(await analyzeGrownTables(access), ['public.owner'])
    assert.deepEqual(await statistics(), ['app', 'id'])
    assert.deepEqual(await analyzeGrownTables(access), [])
    await grow(2_001, 19_000)
    assert.deepEqual(await analyzeGrownTables(access), [])
    await grow(19_001, 20_000)
    assert.deepEqual(await analyzeGrownTables(access), ['public.owner_default'])
    assert.deepEqual(await analyzeGrownTables(access), ['public.owner'])
    assert.deepEqual(await analyzeGrownTables(access), [])
  })

  it('is joined by its key with the right number of rows', async () => {
    const [row] = await database.reader.rows<{ 'QUERY PLAN': string }>(sql`
      explain select o.text from unnest(array(select generate_series(1, 50))) k join owner o on o.app = 1 and o.id = k`)
    assert.match(row!['QUERY PLAN'], / rows=10 /, 'without statistics, one row in 200 has an id: 1,000 rows')
  })
})

it('a cached plan of an empty table changes in the session that made it', { skip }, async () => {
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  const run = async (text: string): Promise<unknown[]> => (await client.query(text)).rows
  try {
    await change('create table planned (id int primary key, text text) with (autovacuum_enabled = off)')
    await database.outsideTransaction(sql`vacuum planned`)
    await run('set plan_cache_mode = force_generic_plan')
    await run('prepare found (int) as select text from planned where id = $1')
    const plan = async (): Promise<string> => JSON.stringify(await run('explain (costs off) execute found (1)'))
    assert.match(await plan(), /Seq Scan/)
    await fill('planned', 1, 5_000)
    assert.match(await plan(), /Seq Scan/, 'the plan is kept')
    assert.deepEqual(await analyzeGrownTables(access), ['public.planned'])
    assert.match(await plan(), /Index Scan/)
  } finally {
    await client.end()
  }
})

describe('several nodes and roles', { skip }, () => {
  it('a table that belongs to another role is left alone', async () => {
    await runAsSuperuser(
      database,
      'create table foreign_table (id int); insert into foreign_table select generate_series(1, 500)',
    )
    // The superuser's connection has ended, which reports its changes.
    assert.deepEqual(await analyzeGrownTables(access), [])
    const [row] = await database.reader.rows(
      sql`select pg_stat_get_live_tuples('foreign_table'::regclass)::int as rows`,
    )
    assert.deepEqual(row, { rows: 500 })
  })

  it('a table that is being vacuumed is skipped at once, and analyzed by the next call', async () => {
    await change(
      'create table locked (id int, text text) with (autovacuum_enabled = off); create table free (id int, text text) with (autovacuum_enabled = off)',
    )
    await Promise.all([fill('locked', 1, 200), fill('free', 1, 200)])
    const other = new pg.Client({ connectionString: place.databaseUrl })
    await other.connect()
    await other.query('begin; lock table locked in share update exclusive mode')
    await analyzeGrownTables(access)
    await other.end()
    assert.deepEqual([await rowsOf('locked'), await rowsOf('free')], [-1, 200])
    assert.deepEqual(await analyzeGrownTables(access), ['public.locked'])
    assert.equal(await rowsOf('locked'), 200)
  })

  it('two nodes that look at the same time analyze each table once', async () => {
    const tables = Array.from({ length: 8 }, (_, index) => `shared_${index}`)
    await change(
      tables.map((table) => `create table ${table} (id int, text text) with (autovacuum_enabled = off)`).join(';'),
    )
    for (const table of tables) await fill(table, 1, 2_000)
    await Promise.all([analyzeGrownTables(access), analyzeGrownTables(access)])
    const rows = await database.reader.rows<{ count: number }>(
      sql`select distinct pg_stat_get_analyze_count(relid)::int as count from pg_stat_user_tables where relname like 'shared%'`,
    )
    assert.deepEqual(rows, [{ count: 1 }])
  })

  it('a failure leaves out one table only, and is thrown', async () => {
    const failing = { ...access, run: (_statement: unknown) => Promise.reject(new Error('no space')) }
    await change('create table unlucky (id int, text text) with (autovacuum_enabled = off)')
    await fill('unlucky', 1, 200)
    await assert.rejects(analyzeGrownTables(failing), /no space/)
    assert.deepEqual(await analyzeGrownTables(access), ['public.unlucky'])
  })

  it('a table that fails is tried again after longer and longer pauses, and its error is thrown once', async () => {
    let [nowMs, tries, isBroken] = [0, 0, true]
    const run = async (statement: Sql): Promise<void> => {
      tries++
      if (isBroken) throw new Error('no space')
      return access.run(statement)
    }
    const tables = new GrownTables({ ...access, run }, () => nowMs)
    await change('create table failing (id int, text text) with (autovacuum_enabled = off)')
    await fill('failing', 1, 200)
    await assert.rejects(tables.analyze(), /no space/)
    for (let look = 1; look <= 1_000; look++) {
      nowMs = look * 6_000
      await tables.analyze()
    }
    // 100 minutes: the pauses take 6 seconds, 12, 24 and so on.
    assert.equal(tries, 10)
    isBroken = false
    nowMs += 60 * 60_000
    assert.deepEqual(await tables.analyze(), ['public.failing'])
    isBroken = true
    await fill('failing', 201, 3_000)
    await assert.rejects(tables.analyze(), /no space/)
  })
})
