import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmptyPlatform } from '../../test/platform.ts'
import { Script, sql } from '../foundation/db/sql.ts'

it('a server analyzes a table that grows from empty', async () => {
  await using started = await startEmptyPlatform()
  const { database } = started.platform
  await database.single.rows(new Script('create table growing (id int primary key)'))
  await database.single.rows(
    new Script('insert into growing select generate_series(1, 500); select pg_stat_force_next_flush() is null as done'),
  )
  const statistics = sql`select attname::text from pg_stats where tablename = 'growing'`
  const untilMs = performance.now() + 30_000
  while (performance.now() < untilMs && (await database.reader.row(statistics)) === undefined) await wait(100)
  assert.deepEqual(await database.reader.rows(statistics), [{ attname: 'id' }])
})
