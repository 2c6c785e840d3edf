import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Script, sql } from '../src/foundation/db/sql.ts'
import { newId } from '../src/foundation/kit/ids.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { empty, type Kept, remember } from './reused-databases.ts'

let database: TestDatabase
let kept: Kept
before(async () => {
  database = await openTestDatabase()
  kept = await remember({ database, remove: async () => {} })
})
after(() => database.close())

const run = (script: string) => database.single.rows(new Script(script))

it('an emptied database contains the rows of the migrations and no others', async () => {
  const contents = async () => remember({ database, remove: async () => {} })
  const user = newId()
  await run(`
    update catalog set version = 77;
    update user_group set description = 'changed';
    insert into users (id, login, created_at, created_by, updated_at, updated_by)
      values ('${user}', 'ann', now(), '${user}', now(), '${user}');
    insert into audit (id, user_id, object, after, outcome) values ('${newId()}', '${user}', 'user:x', '{}', 'done')`)
  assert.notDeepEqual((await contents()).seeds, kept.seeds)
  assert.equal(await empty(kept), true)
  assert.deepEqual((await contents()).seeds, kept.seeds)
  const rows = await database.reader.row(sql`
    select (select count(*)::int from users) as users, (select count(*)::int from audit) as audit`)
  assert.deepEqual(rows, { users: 0, audit: 0 })
})

it('what a test has made is dropped: views, tables, indexes and statistics', async () => {
  await run(`
    create table left_behind (id int primary key, other int unique);
    create table left_rows (id int references left_behind);
    create view left_view as select * from left_behind;
    create index left_index on users (position);
    create statistics left_statistics on login, position from users`)
  assert.equal(await empty(kept), true)
  const left = await database.reader.rows(sql`
    select relname from pg_class where starts_with(relname, 'left_')
    union all select stxname from pg_statistic_ext where starts_with(stxname, 'left_')`)
  assert.deepEqual(left, [])
})

it('a database is not reused when a test has changed a table or disabled a trigger', async () => {
  for (const [make, undo] of [
    ['alter table users add left_behind int', 'alter table users drop left_behind'],
    ['alter table users add constraint left_behind unique (position)', 'alter table users drop constraint left_behind'],
    ['alter table audit disable trigger user', 'alter table audit enable trigger user'],
  ] as const) {
    await run(make)
    assert.equal(await empty(kept), false, make)
    await run(undo)
  }
})

it('all connections to a database keep their time limits when it is set back', async () => {
  const one = () =>
    run(
      "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, pg_sleep(0.1)",
    )
  const limits = async () =>
    new Set((await Promise.all(Array.from({ length: 8 }, one))).map((rows) => JSON.stringify(rows)))
  const before = await limits()
  assert.equal(before.size, 1)
  assert.equal(await empty(kept), true)
  assert.deepEqual(await limits(), before)
})
