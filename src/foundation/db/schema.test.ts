import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, it } from 'node:test'
import { openTestDatabase } from '../../../test/database.ts'
import { dumpSchema } from './schema.ts'
import { Script } from './sql.ts'

const database = await openTestDatabase()
// The tables of the job queue belong to its library.
await database.single.rows(new Script('drop schema pgboss cascade'))
after(() => database.close())

it('the committed schema.sql is what the migrations create', async () => {
  const committed = await readFile(new URL('./schema.sql', import.meta.url), 'utf8')
  assert.equal(await dumpSchema(database), committed, 'the schema has changed; run `npm run schema` and review it')
})

it('tables, keys, indexes, partitions, views and functions are included, extensions are not', async () => {
  await database.single.rows(
    new Script(`
      create schema dumped;
      create table dumped.parent (id int, kind text collate "C" not null default 'x', twice int generated always as (id * 2)
        stored, primary key (id, kind), check (id > 0)) partition by list (kind);
      create table dumped.child partition of dumped.parent for values in ('a') with (fillfactor = 70);
      create index by_kind on dumped.parent (kind desc) where id > 1;
      create view dumped.seen as select id from dumped.parent;
      create function dumped.one() returns int language sql immutable return 1;`),
  )
  const dump = await dumpSchema(database)
  const expected = `create table dumped.child partition of dumped.parent FOR VALUES IN ('a') with (fillfactor=70);

create table dumped.parent (
  id integer not null,
  kind text collate "C" not null default 'x'::text,
  twice integer generated as ((id * 2)),
  constraint parent_id_check CHECK ((id > 0)),
  constraint parent_pkey PRIMARY KEY (id, kind)
) partition by LIST (kind);
CREATE INDEX by_kind ON ONLY dumped.parent USING btree (kind DESC) WHERE (id > 1);
`
  assert.ok(dump.includes(expected), dump)
  assert.match(dump, /create view dumped\.seen as\n/)
  assert.match(dump, /CREATE OR REPLACE FUNCTION dumped\.one\(\)/)
  assert.doesNotMatch(dump, /similarity/)
})
