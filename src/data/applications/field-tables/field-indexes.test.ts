import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { runAsSuperuser } from '../../../../test/postgres-server.ts'
import { id, sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../application.ts'
import { fieldColumn } from '../field-columns.ts'
import { foundIndexes, indexesOf, indexOf } from './field-indexes.store.ts'
import { fieldSchema, fieldTable } from './field-table.ts'
import { insertElements, openShop, type Shop } from './field-tables.fixture.ts'
import { plan } from './list-indexes.fixture.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop.database.close())

const found = async (application: Application): Promise<string[]> =>
  (await foundIndexes(shop.database.reader, application)).map(({ name }) => name)
const wanted = (application: Application): string[] =>
  indexesOf(application)
    .map(({ name }) => name)
    .toSorted()
const indexOfField = (application: Application, code: string): string =>
  indexOf(application, fieldColumn(application.fields.get(code)!))!.name

describe('the indexes of a field table', () => {
  const file = (isIndexed: boolean): string => `name: I
fields:
  - { code: tax_id, type: string, maxLength: 12, indexed: ${isIndexed} }
  - { code: amount, type: number, indexed: ${isIndexed} }
  - { code: due, type: datetime, indexed: ${isIndexed} }
  - { code: owners, type: user, array: true, indexed: ${isIndexed} }
  - { code: sort, type: category, values: [{ code: x, name: X }], indexed: ${isIndexed} }
`

  it('are built for `indexed: true` and dropped without it; a second call changes nothing', async () => {
    const come = await shop.deploy('come', file(true))
    assert.deepEqual(await found(come), wanted(come))
    assert.equal((await found(come)).length, 3 + 5)
    await shop.fieldTables.keep()
    assert.deepEqual(await found(come), wanted(come))
    assert.equal((await found(await shop.deploy('come', file(false)))).length, 3)
  })

  it('are built again when one is missing, or an interrupted build has left it invalid', async () => {
    const broken = await shop.deploy('broken', file(true))
    const [first, second] = await found(broken)
    await shop.database.outsideTransaction(sql`drop index ${id(fieldSchema)}.${id(second!)}`)
    await runAsSuperuser(
      shop.database,
      `update pg_index set indisvalid = false where indexrelid = '${fieldSchema}."${first}"'::regclass`,
    )
    await Promise.all(Array.from({ length: 3 }, () => shop.fieldTables.keep()))
    assert.deepEqual(await found(broken), wanted(broken))
    assert.ok((await foundIndexes(shop.database.reader, broken)).every(({ valid, building }) => valid && !building))
  })

  it('are split when there are more searched fields than PostgreSQL allows in one index', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `  - { code: f${at}, type: string, search: true }`).join('\n')
    const split = await shop.deploy('split', `name: M\nfields:\n${many}\n`)
    assert.equal((await found(split)).length, 2 + 2)
  })

  it('replace those that an earlier version made on the table of all elements', async () => {
    await shop.deploy('come', file(true))
    await shop.database.single.rows(
      sql`create index element_field_of_before on element_default ((body -> 'amount')) where app is not null`,
    )
    await shop.database.single.rows(
      sql`create statistics element_search_of_before on (body -> 'amount') from element_default`,
    )
    await shop.fieldTables.keep()
    const left = await shop.database.reader.rows(sql`
      select from pg_class where relname like 'element_field_%' union all
      select from pg_statistic_ext where stxname like 'element_search_%'`)
    assert.deepEqual(left, [])
  })
})

describe('a list', () => {
  const withField = (type: string, more = ''): string => `name: S\nfields: [{ code: f, type: ${type}, ${more} }]\n`
  const values = 'values: [{ code: x, name: X }]'

  for (const [type, settings, criterion] of [
    ['string', 'maxLength: 12, indexed: true', "[f] = 'x'"],
    ['number', 'indexed: true', '[f] >= 5'],
    ['datetime', 'indexed: true', "[f] < '2026-05-01'"],
    ['boolean', 'indexed: true', '[f] = true'],
    ['money', 'indexed: true', '[f] > 5'],
    ['category', `${values}, indexed: true`, "[f] = 'x'"],
    ['category', `${values}, array: true, indexed: true`, "[f] in ('x')"],
    ['user', 'indexed: true', '[f] = CurrentUser()'],
    ['user', 'array: true, indexed: true', '[f] in (CurrentUser())'],
  ] as const) {
    it(`is found by the index of a ${type} with ${settings}`, async () => {
      const serve = await shop.deploy('serve', withField(type, settings))
      const drop = sql`drop index ${id(fieldSchema)}.${id(indexesOf(serve)[0]!.name)}`
      const filter = { eql: { query: criterion } }
      const plan = await shop.planOf(serve, { size: 0, filter }, drop)
      assert.match(plan, new RegExp(`${indexOfField(serve, 'f')}[^]*Cond: `), plan)
    })
  }

  for (const type of ['string', 'number', 'datetime', 'boolean', 'money']) {
    it(`is read in the order of the index of a ${type}, in both directions`, async () => {
      const settings = type === 'string' ? 'maxLength: 12, ' : ''
      const sorted = await shop.deploy('sorted', withField(type, `${settings}indexed: true`))
      await insertElements(shop.database, sorted.id, 1_000, sql`jsonb_build_object('f', n)`)
      await shop.database.outsideTransaction(sql`analyze ${fieldTable(sorted)}`)
      for (const [ascending, backward] of [
        [true, ''],
        [false, ' Backward'],
      ] as const) {
        const plan = await shop.planOf(sorted, { sortExpressions: [{ field: 'f', ascending }] })
        assert.match(plan, new RegExp(`Index (?:Only )?Scan${backward} using "?${indexOfField(sorted, 'f')}`), plan)
      }
    })
  }

  it('that searches a text finds all its rows at once, because a rare text may be in none of the newest', async () => {
    const fields = '[{ code: title, type: string, search: true }, { code: note, type: string }]'
    const searched = await shop.deploy('searched', `name: S\nfields: ${fields}\n`)
    const isWhole = (tf: object): boolean => plan(searched, { filter: { tf } }).sorted !== undefined
    assert.deepEqual([{ title: 'lot' }, { __name: 'lot' }, { note: 'lot' }, {}].map(isWhole), [
      true,
      true,
      false,
      false,
    ])
    const text = await shop.planOf(searched, { size: 0, filter: { tf: { title: 'lot' } } })
    assert.match(text, /Bitmap Index Scan/, text)
  })

  it('of the newest elements, and of the newest of one status, is read from an index without sorting', async () => {
    const stamped = await shop.deploy(
      'stamped',
      'name: S\nfields: [{ code: f, type: number }]\nstatuses: [{ code: a, name: A }]\n',
    )
    await insertElements(shop.database, stamped.id, 1_000, sql`jsonb_build_object('f', n)`)
    for (const table of [sql`element_default`, fieldTable(stamped)])
      await shop.database.outsideTransaction(sql`analyze ${table}`)
    const [byCreation, byStatus] = indexesOf(stamped).map(({ name }) => name)
    for (const [index, body] of [
      ['element_default_app_created_at_id_idx', {}],
      [byCreation, { filter: { tf: { f: { min: 5 } } } }],
      [byCreation, { sortExpressions: [{ field: '__createdAt', ascending: true }] }],
      [byStatus, { filter: { eql: { query: '[__status] = 1' } } }],
      [byStatus, { sortExpressions: [{ field: '__status', ascending: false }] }],
    ] as const) {
      const plan = await shop.planOf(stamped, body)
      assert.match(plan, new RegExp(`Index (?:Only )?Scan(?: Backward)? using "?${index}`), plan)
    }
  })

  it('that searches for a text is found by the trigram index, for every type that can be searched', async () => {
    const types = ['string', 'link', 'full_name', 'phone', 'email', 'account']
    const fields = types.map((type) => `  - { code: f_${type}, type: ${type}, search: true }`).join('\n')
    const serve = await shop.deploy('searched', `name: S\nfields:\n${fields}\n`)
    const [byCreation, byStatus, trigrams] = indexesOf(serve).map(({ name }) => name)
    const others = sql`drop index ${id(fieldSchema)}.${id(byCreation!)}, ${id(fieldSchema)}.${id(byStatus!)}`
    for (const filter of [
      ...['__name', ...types.map((type) => `f_${type}`)].flatMap((code) => [
        { tf: { [code]: 'needle' } },
        { eql: { query: `[${code}] likef 'need%le\\_'` } },
      ]),
      { eql: { query: "[f_string] like 'needle' or [f_email] like 'needle'" } },
    ]) {
      const plan = await shop.planOf(serve, { size: 0, filter }, others)
      assert.match(plan, new RegExp(`${trigrams}[^]*Cond: `), `${JSON.stringify(filter)}\n${plan}`)
    }
  })
})

describe('the planner', () => {
  it('knows how many elements a filter finds, without an index on the field', async () => {
    const text = `name: T
fields:
  - { code: n, type: number }
  - { code: sort, type: category, values: [{ code: a, name: A }, { code: b, name: B }] }
  - { code: tags, type: category, array: true, values: [{ code: a, name: A }, { code: b, name: B }] }
  - { code: title, type: string, search: true }
`
    const tell = await shop.deploy('tell', text)
    const entry = sql`jsonb_build_array(jsonb_build_object('code', case when n % 10 = 0 then 'b' else 'a' end))`
    const body = sql`jsonb_build_object('n', n, 'sort', ${entry}, 'tags', ${entry}, 'title', 'Contract number ' || n)`
    await insertElements(shop.database, tell.id, 2_000, body)
    await shop.database.outsideTransaction(sql`analyze ${fieldTable(tell)}`)
    const guessed = async (query: string): Promise<number> => {
      const plan = await shop.planOf(tell, { size: 0, filter: { eql: { query } } })
      const [, rows] = / on "?shop_tell_[\s\S]*?rows=(\d+)/.exec(plan) ?? []
      return Number(rows)
    }
    for (const [query, from, to] of [
      ['[n] > 1990', 1, 100],
      ["[sort] = 'b'", 100, 400],
      ["[tags] in ('b')", 100, 400],
      ["[title] like 'contract'", 1_500, 2_000],
      ["[title] like 'number 1234'", 0, 100],
    ] as const) {
      const rows = await guessed(query)
      assert.ok(rows >= from && rows <= to, `${query}: ${rows} of 2000`)
    }
  })
})
