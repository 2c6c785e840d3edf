import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import { runAsSuperuser } from '../../../../test/postgres-server.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { id, literal, sql } from '../../../foundation/db/sql.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import { planList, readListRequest } from '../../../query/index.ts'
import { deploy, openCatalog, shopFiles } from '../../../solutions/solution.fixture.ts'
import { elementSource } from '../../elements/source/element-source.ts'
import type { Application } from '../application.ts'
import type { ApplicationCatalog } from '../application-catalog.ts'
import { fieldIndexes, indexOf } from './indexes.store.ts'
import { keepIndexes } from './indexes.ts'

const consent = { allowDestructive: true }
const file = (indexed: boolean): string => `name: I
fields:
  - { code: tax_id, type: string, maxLength: 12, indexed: ${indexed} }
  - { code: amount, type: number, indexed: ${indexed} }
  - { code: due, type: datetime, indexed: ${indexed} }
  - { code: owners, type: user, array: true, indexed: ${indexed} }
  - { code: sort, type: category, values: [{ code: x, name: X }], indexed: ${indexed} }
`

describe('indexes of fields', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }
  const names = async (): Promise<string[]> => (await fieldIndexes(shop.database.reader)).map(({ name }) => name)

  /** Returns PostgreSQL's plan for a page of a table where sorting all rows costs more than an index scan. */
  async function planOf(application: Application, body: object): Promise<string> {
    const source = elementSource(application, () => undefined)
    const { page } = planList(readListRequest(body), source, { callerId: nilId, nowMs: 0 })
    await insertNumbers(shop.database, application.id, 1_000)
    const rows = await shop.database.transaction(async (tx) => {
      await tx.rows(sql`set local enable_seqscan = off`)
      await tx.rows(sql`set local enable_bitmapscan = off`)
      return tx.rows(sql`explain ${page!}`)
    })
    return rows.map((row) => Object.values(row)[0]).join('\n')
  }

  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
  })
  after(async () => {
    await shop.database.close()
  })

  it('are built for `indexed: true` and dropped without it; a second call changes nothing', async () => {
    await deploy(shop, shopFiles({ come: file(true) }), consent)
    const made = await names()
    assert.equal(made.length, 5)
    await keepIndexes(shop.database, () => shop.catalog.applications())
    assert.deepEqual(await names(), made)
    assert.ok((await fieldIndexes(shop.database.reader)).every(({ valid, building }) => valid && !building))
    await deploy(shop, shopFiles({ come: file(false) }), consent)
    assert.deepEqual(await names(), [])
  })

  for (const [type, settings = ''] of [
    ['string', ', maxLength: 12'],
    ['number'],
    ['datetime'],
    ['user'],
    ['category', ', values: [{ code: x, name: X }]'],
  ]) {
    it(`are used for the expression by which a ${type} is compared`, async () => {
      const text = `name: S\nfields: [{ code: f, type: ${type}${settings}, indexed: true }]\n`
      await deploy(shop, shopFiles({ serve: text }), consent)
      const application = shop.catalog.application('shop', 'serve')!
      const field = application.fields.get('f')!
      const comparable = field.type.comparable!(field)
      const json = sql`(e.body -> ${literal('f')})`
      const condition = comparable.many ? sql`${json} @> '["x"]'` : sql`${comparable.value(json)} is not null`
      const plan = await shop.database
        .transaction(async (tx) => {
          await tx.rows(sql`set local enable_seqscan = off`)
          // These indexes are dropped until the rollback, because on an empty table they would serve the query as well.
          await tx.rows(sql`drop index element_newest, element_status`)
          await tx.rows(sql`alter table element drop constraint element_pkey`)
          const rows = await tx.rows(
            sql`explain select from element e where e.app = ${literal(application.id)}::uuid and ${condition}`,
          )
          throw rows.map((row) => Object.values(row)[0]).join('\n')
        })
        .catch((explained: unknown) => String(explained))
      assert.match(plan, new RegExp(`${indexOf(application, field)!.name}[^]*Cond: `), plan)
    })
  }

  for (const [type, settings = ''] of [
    ['string', ', maxLength: 12'],
    ['number'],
    ['datetime'],
    ['boolean'],
    ['money'],
  ]) {
    it(`contain a ${type} in the order of a list sorted by it, in both directions`, async () => {
      const text = `name: S\nfields: [{ code: f, type: ${type}${settings}, indexed: true }]\n`
      await deploy(shop, shopFiles({ sorted: text }), consent)
      const application = shop.catalog.application('shop', 'sorted')!
      const { name } = indexOf(application, application.fields.get('f')!)!
      for (const [ascending, backward] of [
        [true, ''],
        [false, ' Backward'],
      ] as const) {
        const plan = await planOf(application, { sortExpressions: [{ field: 'f', ascending }] })
        assert.match(plan, new RegExp(`Index Scan${backward} using ${name}`), plan)
        assert.doesNotMatch(plan, /Sort/, plan)
      }
    })
  }

  it('of statuses and of creation times do the same, and return the newest elements of one status', async () => {
    await deploy(
      shop,
      shopFiles({ stamped: 'name: S\nfields: [{ code: f, type: number }]\nstatuses: [{ code: a, name: A }]\n' }),
      consent,
    )
    const application = shop.catalog.application('shop', 'stamped')!
    const byStatus = [
      { sortExpressions: [{ field: '__status' }] },
      { sortExpressions: [{ field: '__status', ascending: false }] },
    ]
    const byCreation = [
      {},
      { sortExpressions: [{ field: '__createdAt' }] },
      { sortExpressions: [{ field: '__createdAt', ascending: false }] },
    ]
    const inStatus = [{ filter: { eql: { query: '[__status] = 1' } } }]
    for (const [index, bodies] of [
      ['element_default_status', [...byStatus, ...inStatus]],
      ['element_default_app_created_at_id_idx', byCreation],
    ] as const) {
      for (const body of bodies) {
        const plan = await planOf(application, body)
        assert.match(plan, new RegExp(`Index Scan(?: Backward)? using ${index}`), plan)
        assert.doesNotMatch(plan, /Sort/, plan)
      }
    }
  })

  it('of an earlier version are used until their replacements are built', async () => {
    await deploy(shop, shopFiles({ older: 'name: O\nfields: [{ code: f, type: number, indexed: true }]\n' }), consent)
    const [wanted] = await names()
    await shop.database.single.rows(sql`alter index ${id(wanted!)} rename to element_field_of_an_earlier_version`)
    const steps: string[] = []
    const database: Database = {
      ...shop.database,
      async outsideTransaction(statement) {
        steps.push(statement.strings[0]!.slice(0, 12))
        await shop.database.outsideTransaction(statement)
      },
    }
    const stopped = AbortSignal.abort()
    await keepIndexes(database, () => shop.catalog.applications(), stopped)
    assert.deepEqual([steps, await names()], [[], ['element_field_of_an_earlier_version']])
    await keepIndexes(database, () => shop.catalog.applications())
    assert.deepEqual(await names(), [wanted])
    const [created, dropped] = ['create index', 'drop index c'].map((step) => steps.indexOf(step))
    assert.ok(created! >= 0 && created! < dropped!, steps.join(', '))
  })

  it('let the planner estimate how many rows are in a range', async () => {
    await deploy(shop, shopFiles({ tell: 'name: T\nfields: [{ code: f, type: number, indexed: true }]\n' }), consent)
    const application = shop.catalog.application('shop', 'tell')!
    await insertNumbers(shop.database, application.id, 2_000)
    const value = application.fields.get('f')!.type.comparable!(application.fields.get('f')!)
    assert.ok(!value.many)
    const above = sql`${value.value(sql`(e.body -> 'f')`)} > 1990`
    const plan = await shop.database.reader.rows(
      sql`explain select from element e where e.app = ${literal(application.id)}::uuid and ${above}`,
    )
    const guessed = Number(/rows=(\d+)/.exec(String(Object.values(plan[0]!)[0]))![1])
    assert.ok(guessed < 100, `${guessed} of 2000`)
  })

  it('let the planner estimate how many rows contain a value of a list, also while an index of an earlier version exists', async () => {
    const values = 'values: [{ code: a, name: A }, { code: b, name: B }]'
    const text = `name: V\nfields: [{ code: f, type: category, ${values}, indexed: true }]\n`
    await deploy(shop, shopFiles({ valued: text }), consent)
    const application = shop.catalog.application('shop', 'valued')!
    const { name } = indexOf(application, application.fields.get('f')!)!
    await shop.database.single.rows(sql`drop statistics ${id(name)}`)
    await keepIndexes(shop.database, () => shop.catalog.applications())
    await insertNumbers(shop.database, application.id, 2_000, sql`jsonb_build_array(jsonb_build_object('code', 'a'))`)
    const plan = await shop.database.reader.rows(
      sql`explain select from element e where (e.body -> 'f') @> '[{"code": "a"}]'`,
    )
    const guessed = Number(/rows=(\d+)/.exec(String(Object.values(plan[0]!)[0]))![1])
    assert.ok(guessed > 1_000, `${guessed} of 2000`)
  })

  it('are built again when an interrupted build has left them invalid', async () => {
    await deploy(shop, shopFiles({ broken: file(true) }), consent)
    const [first] = await names()
    await runAsSuperuser(
      shop.database,
      `update pg_index set indisvalid = false where indexrelid = '${first}'::regclass`,
    )
    await keepIndexes(shop.database, () => shop.catalog.applications())
    assert.ok((await fieldIndexes(shop.database.reader)).every(({ valid }) => valid))
    assert.equal((await names()).length, 5)
  })
})

/** Inserts elements whose field `f` is a number or another value. */
async function insertNumbers(database: Database, app: string, count: number, value = sql`n`): Promise<void> {
  await database.single.rows(sql`
    insert into element (app, id, idx, created_at, created_by, updated_at, updated_by, rev, status_history,
      subscribers, body)
    select ${app}, gen_random_uuid(), n, now(), ${app}, now(), ${app}, 1, '[]', '[]', jsonb_build_object('f', ${value})
    from generate_series(1, ${count}::int) n`)
  await database.outsideTransaction(sql`analyze element_default`)
}
