import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import { runAsSuperuser } from '../../../../test/postgres-server.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { id, type Sql, sql } from '../../../foundation/db/sql.ts'
import { planList, readListRequest } from '../../../query/index.ts'
import { deploy, openCatalog, shopFiles } from '../../../solutions/solution.fixture.ts'
import { elementSource } from '../../elements/source/element-source.ts'
import type { Application } from '../application.ts'
import type { ApplicationCatalog } from '../application-catalog.ts'
import { analyzeElements, fieldIndexes } from './indexes.store.ts'
import { keepAllIndexes } from './indexes.ts'
import { searchIndexesOf, searchPrefix } from './search-indexes.store.ts'

const consent = { allowDestructive: true }
const file = (...searched: string[]): string => `name: I
fields:
${['title', 'subject', 'note'].map((code) => `  - { code: ${code}, type: string, search: ${searched.includes(code)} }`).join('\n')}
`

let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }
before(async () => {
  const database = await openTestDatabase()
  shop = { database, catalog: await openCatalog(database) }
})
after(async () => {
  await shop.database.close()
})

const found = () => fieldIndexes(shop.database.reader, searchPrefix)
const names = async (): Promise<string[]> => (await found()).map(({ name }) => name)
const wanted = (): string[] =>
  searchIndexesOf(shop.catalog.applications())
    .map(({ name }) => name)
    .sort()
async function statistics(): Promise<number> {
  const row = await shop.database.reader.row<{ n: number }>(
    sql`select count(*)::int as n from pg_statistic_ext where starts_with(stxname, ${searchPrefix})`,
  )
  return row!.n
}

describe('indexes for search', () => {
  it('exist for names and for each application with searched fields, and follow `search: true`', async () => {
    await deploy(shop, shopFiles({ come: file('title', 'note'), plain: file() }), consent)
    assert.deepEqual(await names(), wanted())
    assert.deepEqual([(await names()).length, await statistics()], [2, 2])
    await keepAllIndexes(shop.database, shop.catalog.applications)
    assert.deepEqual(await names(), wanted())
    await deploy(shop, shopFiles({ come: file('title', 'subject', 'note'), plain: file() }), consent)
    assert.deepEqual(await names(), wanted())
    assert.deepEqual([(await names()).length, await statistics()], [2, 3])
    await deploy(shop, shopFiles({ come: file(), plain: file() }), consent)
    assert.deepEqual([await names(), await statistics()], [wanted(), 0])
    assert.equal(wanted().length, 1)
  })

  it('are built for definitions from before search indexes existed, and again after an interrupted build', async () => {
    await deploy(shop, shopFiles({ come: file('title') }), consent)
    const made = await names()
    for (const name of made) await shop.database.outsideTransaction(sql`drop index ${id(name)}`)
    assert.deepEqual(await names(), [])
    await keepAllIndexes(shop.database, shop.catalog.applications)
    assert.deepEqual(await names(), made)
    await runAsSuperuser(
      shop.database,
      `update pg_index set indisvalid = false where indexrelid = '${made[0]}'::regclass`,
    )
    await keepAllIndexes(shop.database, shop.catalog.applications)
    assert.deepEqual(await names(), made)
    assert.ok((await found()).every(({ valid }) => valid))
  })

  it('are built one after the other when several calls request them', async () => {
    await deploy(shop, shopFiles({ come: file('title') }), consent)
    const made = await names()
    for (const name of made) await shop.database.outsideTransaction(sql`drop index ${id(name)}`)
    await Promise.all(Array.from({ length: 3 }, () => keepAllIndexes(shop.database, shop.catalog.applications)))
    assert.deepEqual(await names(), made)
  })

  it('are split when there are more fields than PostgreSQL allows in one index', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `  - { code: f${at}, type: string, search: true }`).join('\n')
    await deploy(shop, shopFiles({ come: `name: M\nfields:\n${many}\n` }), consent)
    assert.deepEqual([(await names()).length, await statistics()], [3, 40])
    assert.ok((await found()).every(({ valid }) => valid))
  })
})

describe('a filter on a searched text', () => {
  const types = ['string', 'link', 'full_name', 'phone', 'email', 'account']
  before(async () => {
    const fields = types.map((type) => `  - { code: f_${type}, type: ${type}, search: true }`).join('\n')
    await deploy(shop, shopFiles({ serve: `name: S\nfields:\n${fields}\n` }), consent)
  })
  const served = (): Application => shop.catalog.application('shop', 'serve')!

  /**
   * Returns PostgreSQL's plan for a list, made without the other indexes that would serve a list of an empty table as
   * well.
   */
  async function planOf(filter: object): Promise<string> {
    const source = elementSource(served(), () => undefined)
    const { count } = planList(readListRequest({ filter }), source, { callerId: '', nowMs: 0 })
    return explained(count)
  }

  for (const type of types) {
    it(`uses the index: ${type}, by a substring and by a pattern`, async () => {
      const index = searchIndexesOf([served()])[1]!.name
      const uses = new RegExp(`${index}[^]*Cond: `)
      assert.match(await planOf({ tf: { [`f_${type}`]: 'needle' } }), uses)
      assert.match(await planOf({ eql: { query: `[f_${type}] likef 'need%le\\_'` } }), uses)
    })
  }

  it('uses the index on the name as well, and on one of several texts', async () => {
    const [names, own] = searchIndexesOf([served()]).map(({ name }) => name)
    assert.match(await planOf({ tf: { __name: 'needle' } }), new RegExp(`${names}[^]*Cond: `))
    const either = { eql: { query: "[f_string] like 'needle' or [f_email] like 'needle'" } }
    assert.match(await planOf(either), new RegExp(`BitmapOr[^]*${own}[^]*${own}`))
  })

  it('lets the planner estimate how many elements contain the text', async () => {
    await insertTexts(shop.database, served().id, 2_000)
    await shop.database.outsideTransaction(analyzeElements())
    const guessed = async (needle: string): Promise<number> => {
      const source = elementSource(served(), () => undefined)
      const { page } = planList(readListRequest({ size: 2_000, filter: { tf: { f_string: needle } } }), source, {
        callerId: '',
        nowMs: 0,
      })
      const rows = await shop.database.reader.rows(sql`explain ${page!}`)
      const line = rows.map((row) => String(Object.values(row)[0])).find((text) => / element_default /.test(text))
      return Number(/rows=(\d+)/.exec(line!)![1])
    }
    const [all, few] = [await guessed('contract'), await guessed('number 1234')]
    assert.ok(all > 1_500, `${all} of 2000 that have it`)
    assert.ok(few < 100, `${few} for one that has it`)
  })

  async function explained(statement: Sql): Promise<string> {
    return shop.database
      .transaction(async (tx) => {
        await tx.rows(sql`set local enable_seqscan = off`)
        await tx.rows(sql`drop index element_newest, element_status`)
        await tx.rows(sql`alter table element drop constraint element_pkey`)
        const rows = await tx.rows(sql`explain ${statement}`)
        throw rows.map((row) => Object.values(row)[0]).join('\n')
      })
      .catch((plan: unknown) => String(plan))
  }
})

async function insertTexts(database: Database, app: string, count: number): Promise<void> {
  await database.single.rows(sql`
    insert into element (app, id, idx, created_at, created_by, updated_at, updated_by, rev, status_history,
      subscribers, body)
    select ${app}, gen_random_uuid(), n, now(), ${app}, now(), ${app}, 1, '[]', '[]',
      jsonb_build_object('f_string', 'Contract number ' || n)
    from generate_series(1, ${count}::int) n`)
}
