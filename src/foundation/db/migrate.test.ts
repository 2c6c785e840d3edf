import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openTestDatabase } from '../../../test/database.ts'
import { runAsSuperuser } from '../../../test/postgres-server.ts'
import { migrate, readMigrations } from './migrate.ts'
import { Script, sql } from './sql.ts'

const database = await openTestDatabase()
const path = mkdtempSync(join(tmpdir(), 'chancery-migrations-'))
const folder = pathToFileURL(`${path}/`)
after(async () => {
  await database.close()
  rmSync(path, { recursive: true })
})
beforeEach(async () => {
  await database.single.rows(new Script('truncate migration; drop table if exists a; drop table if exists b'))
  rmSync(path, { recursive: true })
  mkdirSync(path)
  write('0001-a.sql', 'create table a (id int);\ninsert into a values (1);\n')
})

function write(name: string, text: string): void {
  writeFileSync(join(path, name), text)
}

async function recorded(): Promise<string[]> {
  const rows = await database.reader.rows<{ name: string }>(sql`select name from migration order by name`)
  return rows.map(({ name }) => name)
}

it('the committed migrations apply to an empty database, each once', async () => {
  const names = (await readMigrations()).map(({ name }) => name)
  assert.ok(names.includes('0001-start.sql'))
  await using fresh = await openTestDatabase()
  const rows = await fresh.reader.rows<{ name: string }>(sql`select name from migration order by name collate "C"`)
  assert.deepEqual(
    rows.map(({ name }) => name),
    names,
  )
  assert.deepEqual(await migrate(fresh), [])
})

it('the index of statuses is replaced in a database with data, also after an interrupted build', async () => {
  await using old = await openTestDatabase()
  await old.single.rows(
    new Script(`drop index if exists element_status;
      create index element_by_status on element (app, status, created_at desc, id desc);
      delete from migration where name = '0210-status-order.sql';
      insert into element (app, id, idx, created_at, created_by, updated_at, updated_by, rev, status_history, subscribers, body)
        values (gen_random_uuid(), gen_random_uuid(), 1, now(), gen_random_uuid(), now(), gen_random_uuid(), 1, '[]', '[]', '{}');
      create index element_default_status on element_default (app, status, created_at, id)`),
  )
  await runAsSuperuser(
    old,
    `update pg_index set indisvalid = false where indexrelid = 'element_default_status'::regclass`,
  )
  assert.deepEqual(await migrate(old), ['0210-status-order.sql'])
  const rows = await old.reader.rows(sql`
    select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where indexrelid::regclass::text like '%status%' order by 1`)
  const valid = (name: string) => ({ name, valid: true })
  assert.deepEqual(rows, [valid('element_default_status'), valid('element_status')])
})

it('files are applied in the order of their numbers, and only new ones', async () => {
  write('0002-b.sql', 'create table b as select id from a;')
  write('notes.txt', 'no migration')
  assert.deepEqual(await migrate(database, folder), ['0001-a.sql', '0002-b.sql'])
  write('0003-more.sql', 'insert into b values (2);')
  assert.deepEqual(await migrate(database, folder), ['0003-more.sql'])
  assert.deepEqual(await migrate(database, folder), [])
  assert.deepEqual(await database.reader.rows(sql`select id from b order by id`), [{ id: 1 }, { id: 2 }])
})

it('a file that fails leaves no changes', async () => {
  write('0002-b.sql', 'create table b (id int); select 1/0;')
  await assert.rejects(migrate(database, folder), /division by zero/)
  assert.deepEqual(await recorded(), ['0001-a.sql'])
  assert.deepEqual(await database.reader.row(sql`select to_regclass('b')::text as b`), { b: null })
})

it('a file that was changed after it was applied is refused with its name', async () => {
  await migrate(database, folder)
  write('0001-a.sql', 'create table a (id bigint);')
  await assert.rejects(migrate(database, folder), /0001-a\.sql was changed/)
})

it('different line ends do not count as a change', async () => {
  await migrate(database, folder)
  write('0001-a.sql', 'create table a (id int);\r\ninsert into a values (1);\r\n')
  assert.deepEqual(await migrate(database, folder), [])
})

it('a database of a newer version is refused', async () => {
  await migrate(database, folder)
  await database.single.rows(sql`insert into migration (name, sha256) values ('0099-future.sql', 'x')`)
  await assert.rejects(migrate(database, folder), /0099-future\.sql, which this version does not know/)
})

it('a file marked "outside a transaction" runs statement by statement', async () => {
  write('0002-index.sql', '-- outside a transaction\n-- why\nvacuum a;\ncreate index concurrently a_id on a (id);\n')
  assert.deepEqual(await migrate(database, folder), ['0001-a.sql', '0002-index.sql'])
  assert.deepEqual(await recorded(), ['0001-a.sql', '0002-index.sql'])
  assert.equal((await database.reader.rows(sql`select from pg_indexes where indexname = 'a_id'`)).length, 1)
})

it('when several processes start at once, each file is applied once', async () => {
  write('0002-b.sql', 'create table b (id int); insert into b values (1);')
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database, folder)))
  assert.deepEqual(applied.flat().sort(), ['0001-a.sql', '0002-b.sql'])
  assert.equal((await database.reader.rows(sql`select from b`)).length, 1)
})
