import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { sql } from '../db/sql.ts'
import { archivedTables } from './tables.store.ts'

it('tables have the size of their rows, with partitions or without, so that the progress of a backup is true', async () => {
  await using database = await openTestDatabase()
  const sizes = async (): Promise<ReadonlyMap<string, number>> =>
    new Map((await archivedTables(database.reader)).map(({ name, bytes }) => [name, bytes]))
  const before = await sizes()
  await database.single.rows(sql`
    insert into element (app, id, idx, created_at, created_by, updated_at, updated_by, rev, status_history, subscribers, body)
    select gen_random_uuid(), gen_random_uuid(), n, now(), gen_random_uuid(), now(), gen_random_uuid(), 1, '[]', '[]', '{}'
    from generate_series(1, 1000) n`)
  await database.single.rows(sql`
    insert into element_key (app, key, value, id)
    select gen_random_uuid(), 'key', n::text, gen_random_uuid() from generate_series(1, 1000) n`)
  const after = await sizes()
  for (const name of ['element', 'element_key']) assert.ok(after.get(name)! >= before.get(name)! + 50_000, name)
})
