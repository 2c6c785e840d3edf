import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openTestDatabase } from '../../../../test/database.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { planUnion, readListRequest, type UnionPlan } from '../../../query/index.ts'
import { deploy, openCatalog, shopFiles } from '../../../solutions/solution.fixture.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import { fieldColumn } from '../../applications/field-columns.ts'
import { indexOf } from '../../applications/field-tables/field-indexes.store.ts'
import { FieldTables } from '../../applications/field-tables/field-tables.ts'
import { elementSource } from '../../elements/source/element-source.ts'
import { storedContracts } from '../definition/stored-contracts.ts'
import { armSource } from './arm-source.ts'

const contractFile = `name: All
fields: [{ code: number, type: number }, { code: note, type: string }]
sources:
  - { application: shop.letters, fields: { number: no, note: text } }
  - { application: shop.orders, fields: { number: nr, note: text } }
`

describe('the statement that reads a page of a contract', () => {
  let shop: { database: Database & AsyncDisposable; catalog: ApplicationCatalog }
  before(async () => {
    const database = await openTestDatabase()
    shop = { database, catalog: await openCatalog(database) }
    const fields = (code: string) =>
      `name: A\nfields: [{ code: ${code}, type: number, indexed: true }, { code: text, type: string, search: true }]\n`
    const files = { 'namespaces/shop/contracts/all.yaml': contractFile }
    await deploy(shop, shopFiles({ letters: fields('no'), orders: fields('nr') }, files))
    const { applications, refresh } = shop.catalog
    await new FieldTables({ database, applications, refresh, log: () => {}, from: 0 }).keep()
  })
  after(() => shop.database.close())

  const applications = () => [shop.catalog.application('shop', 'letters')!, shop.catalog.application('shop', 'orders')!]

  function union(body: object): UnionPlan {
    const { contract } = shop.catalog.snapshot().of(storedContracts)[0]!
    const visible = new Set(contract.fields.keys())
    const arms = contract.sources.map((source, place) => {
      const base = elementSource(applications()[place]!, () => undefined)
      return armSource(contract, source, base, { shown: true, visible })
    })
    return planUnion(readListRequest({ size: 50, ...body }), arms, { callerId: '', nowMs: 0 })
  }

  /**
   * Returns PostgreSQL's plan for a page, without the methods that PostgreSQL chooses only because the tables are
   * small.
   */
  async function planOf(body: object): Promise<string> {
    const { page } = union(body)
    return shop.database.transaction(async (tx) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
        await tx.rows(sql`select set_config(${`enable_${way}`}, 'off', true)`)
      const rows = await tx.rows(sql`explain ${page!}`)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
  }

  it('reads the first rows of each application from its index, newest first', async () => {
    const plan = await planOf({})
    assert.doesNotMatch(plan, /Seq Scan/)
    assert.equal(
      plan.match(/Limit[^\n]*\n\s*->\s+Index Only Scan using element_default_app_created_at_id_idx/g)?.length,
      2,
      plan,
    )
    assert.match(plan, /Merge Append/)
  })

  it('keeps the sorted rows only where no index holds them, and where the page is one of the first', () => {
    const sortedBy = (field: string, from = 0) =>
      union({ sortExpressions: [{ field, ascending: true }], from }).sorted?.cacheKey
    assert.equal(union({}).sorted, undefined)
    assert.equal(sortedBy('number'), undefined)
    assert.ok(sortedBy('note'))
    assert.equal(sortedBy('note', 450), sortedBy('note'))
    assert.equal(sortedBy('note', 451), undefined)
  })

  it('reads the first rows of each application from the index of its own field, in both directions', async () => {
    for (const ascending of [true, false]) {
      const plan = await planOf({ sortExpressions: [{ field: 'number', ascending }] })
      assert.doesNotMatch(plan, /Seq Scan/)
      for (const application of applications()) {
        const [field] = application.fields.values()
        assert.match(
          plan,
          new RegExp(
            `Limit[^\\n]*\\n\\s*->\\s+Index (?:Only )?Scan[^\\n]* using "?${indexOf(application, fieldColumn(field!))!.name}`,
          ),
        )
      }
    }
  })
})
