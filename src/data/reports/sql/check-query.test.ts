import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { alone, rehearse } from '../../../foundation/db/unit-of-work.ts'
import { checkQuery } from './check-query.store.ts'
import { readQueryText } from './query-text.ts'

const scope = {
  tables: new Map([
    [
      'docs_a',
      [
        { name: 'id', type: 'uuid' },
        { name: 'name', type: 'text' },
        { name: 'amount', type: 'numeric' },
        { name: 'at', type: 'timestamptz' },
        { name: 'tags', type: 'text[]' },
      ],
    ],
  ]),
  parameters: new Map([
    ['since', 'timestamptz'],
    ['now', 'timestamptz'],
  ]),
}

describe('the SQL of a report', () => {
  let database: Database & AsyncDisposable
  before(async () => {
    database = await openTestDatabase()
  })
  after(() => database.close())

  async function check(text: string) {
    const { query, problems } = readQueryText(text)
    return problems.length > 0
      ? { columns: [], problems }
      : checkQuery((work) => rehearse(alone(database), work), query, scope)
  }
  const refusal = async (text: string) => (await check(text)).problems.map(({ message }) => message).join('; ')

  it('may use the expressions of SQL on the tables that it names', async () => {
    const statements = [
      `select name, count(*) as n, sum(amount) filter (where at > :since) as s, coalesce(max(amount), 0) as mx,
        greatest(1, 2) as g, case when name = 'a' then 1 else 2 end as c, array['a', 'b'] as arr, nullif(name, '') as nn,
        name is distinct from 'x' as ds, max(:now - at) as age, max(at at time zone 'Europe/Moscow') as tz,
        max(tags[1]) as t1, max(amount)::int as i, '3'::numeric as nm, extract(year from max(at)) as y,
        exists (select 1 from bi.docs_a b where b.name = docs_a.name) as ex, name like 'x%' as lk, name ~ 'x' as rx,
        name in ('a', 'b') as ii, trim(name) as tr, substring(name from 1 for 3) as sb, position('a' in name) as ps,
        (1, 2) < (3, 4) as rc, name collate "C" as cc, row_number() over (partition by name order by name) as rn,
        array_agg(id order by at) as ag, name similar to 'a|b' as si, percentile_cont(0.5) within group (order by amount)
      from bi.docs_a group by name having bool_or(amount is null) is not true`,
      `select grouping(name) as g, cube_total from (select name, sum(amount) as cube_total from bi.docs_a
        group by rollup (name)) s (name, cube_total) group by grouping sets ((name), (cube_total))`,
      `with recursive days (day) as (select date '2026-01-01' union all select day + 1 from days where day < '2026-02-01')
        select d.day, v.x, g.g, a.name from days d cross join lateral (values (1), (2)) v (x)
        left join bi.docs_a a on a.at::date = d.day, generate_series(1, 2) g (g), unnest(a.tags) t (tag)
        union all select null, 2, 3, '' order by 1 nulls last limit 10 offset 1;  -- end`,
      `select distinct on (name) bi.docs_a.name, docs_a.amount, to_jsonb(docs_a) ->> 'name' as j, E'it\\'s' as e,
        $tag$ :no $tag$ as d, ':no' as c /* :no /* bi.no */ ' */ from bi.docs_a`,
    ]
    for (const text of statements) assert.equal(await refusal(text), '', text)
  })

  it('is described by the database', async () => {
    const { columns } = await check('select a.id, count(*) as n, max(a.at)::date as day from bi.docs_a a group by a.id')
    assert.deepEqual(columns, [
      { name: 'id', type: 'uuid' },
      { name: 'n', type: 'bigint' },
      { name: 'day', type: 'date' },
    ])
  })

  it('reads nothing but these tables', async () => {
    for (const [text, name] of [
      ['select login from users', 'users'],
      ['select rolname from pg_authid', 'pg_authid'],
      ['select 1 as a where exists (select 1 from pg_catalog.pg_class)', 'pg_class'],
      ['select x.name from bi.docs_a x join information_schema.tables t on true', 'information_schema.tables'],
      ['with docs_b as (select token.* from token) select count(*) from docs_b', 'token'],
      ['select (select count(*) from public.element) as n', 'element'],
    ] as const)
      assert.match(await refusal(text), new RegExp(`^${name.replace('.', '\\.')} cannot be read`), text)
    await database.single.rows(sql`create view bi.hidden as select 1 as n`)
    assert.match(await refusal('select n from bi . hidden'), /^bi\.hidden cannot be read/)
    await database.single.rows(sql`drop view bi.hidden`)
  })

  it('calls nothing that reaches outside, changes something or depends on more than its arguments', async () => {
    for (const call of [
      `pg_read_file('/etc/passwd')`,
      `pg_ls_dir('.')`,
      `lo_import('/etc/passwd')`,
      `lo_get(1)`,
      `query_to_xml('select 1', true, true, '')`,
      `current_setting('data_directory')`,
      `set_config('statement_timeout', '0', true)`,
      `pg_terminate_backend(1)`,
      `pg_advisory_lock(1)`,
      `txid_current()`,
      `random()`,
      `now()`,
      `clock_timestamp()`,
      `pg_sleep(1)::text`,
      `platform_now()`,
      `users_of_group(null)`,
      `nextval('users_idx')`,
      `has_table_privilege('users', 'select')`,
      `inet_server_addr()`,
      `version()`,
    ])
      assert.match(await refusal(`select (${call}) is null as x`), /is not available in reports/, call)
    for (const text of ['select current_user as u', 'select current_date as d', 'select session_user as s'])
      assert.match(await refusal(text), /use :now and :caller/)
    for (const text of [`select 'users'::regclass as r`, `select '1'::xml as x`, `select 'admin'::regrole as r`])
      assert.match(await refusal(text), /not available in reports|does not exist/)
    assert.match(await refusal(`select * from json_to_record('{}') r (a int)`), /json_to_record is not available/)
    assert.match(await refusal(`select xmlelement(name a) as x`), /not available in reports/)
  })

  it('cannot change anything', async () => {
    for (const text of [
      'insert into users (id) values (null)',
      'with gone as (delete from users returning id) select id from gone',
      'select 1 as a into stolen',
      'select 1 as a; drop table users',
      `select '\\'; drop table users; --' as a; select 1`,
      'select 1 as a) r; drop table users; select * from (select 1',
      'select 1 as a), other as (select 2 as b',
      'copy users to stdout',
      'do $$ begin end $$',
      'explain select 1',
      'table users',
      'call x()',
    ])
      assert.notEqual(await refusal(text), '', text)
    assert.equal((await database.reader.rows(sql`select from pg_class where relname = 'stolen'`)).length, 0)
  })

  it('leaves no view behind', async () => {
    await check('select name from bi.docs_a')
    const views = await database.reader.rows(sql`select from pg_class where relname like 'report%'`)
    assert.equal(views.length, 0)
  })

  it('is not confused by names that look like a parse tree', async () => {
    assert.equal(await refusal('select 1 as "{XMLEXPR", 2 as ":relid 1259", 3 as "\\{X"'), '')
    assert.match(await refusal('select oid as ":relid 0" from pg_class'), /pg_class cannot be read/)
  })
})
