import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { deals, dealsApp, idOf, insertRows, setting } from '../source.fixture.ts'
import { readListRequest } from './list-request.ts'
import { createLists, type PageRow, pageOf } from './lists.ts'
import { planList } from './plan-list.ts'

const rows = 600
let database: TestDatabase

before(async () => {
  database = await openTestDatabase()
  await insertRows(
    database.single,
    Array.from({ length: rows }, (_, n) => ({
      index: n + 1,
      name: n % 5 === 0 ? null : `n${n % 7}`,
      status: n % 3,
      // Many elements share the same second, so that their order depends on the ids.
      createdAt: new Date(Date.UTC(2026, 0, 1) + (n % 40) * 1000).toISOString(),
      body: { amount: n % 9 === 0 ? null : n % 11, urgent: n % 2 === 0, title: ['b', 'ё', 'a'][n % 3] },
    })),
  )
  await database.outsideTransaction(sql`analyze element_default`)
})
after(() => database.close())

interface Read extends PageRow {
  readonly ids?: string
  readonly writes?: string
}

const sortKey = fc.record({
  field: fc.constantFrom('amount', 'title', '__name', 'urgent', '__index', 'tags'),
  ascending: fc.boolean(),
})
const request = fc.record({
  from: fc.integer({ min: 0, max: 480 }),
  size: fc.integer({ min: 1, max: 20 }),
  sortExpressions: fc.array(sortKey, { minLength: 1, maxLength: 3 }),
  filter: fc.constantFrom({}, { tf: { urgent: true } }, { tf: { amount: { min: 3 } } }, { tf: { title: 'none' } }),
  fields: fc.constantFrom({}, { __index: true }),
})

const itemsOf = (row: Read | undefined): string => pageOf(row!, 0).items.text

test('the page, the page with its total, and the page by previously found ids are equal', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (body) => {
      const plan = planList(readListRequest(body), deals, setting)
      const { sorted } = plan
      assert.ok(sorted)
      const page = (await database.reader.row<Read>(plan.page!))!
      const read = (await database.reader.row<Read>(sorted.read(true)))!
      const ids = read.ids!.split(',').filter((id) => id !== '')
      const again = (await database.reader.row<Read>(sorted.byIds(ids.slice(body.from, body.from + body.size))))!
      assert.deepEqual([itemsOf(read), read.n], [itemsOf(page), page.n])
      assert.deepEqual([itemsOf(again), again.n], [itemsOf(page), page.n])
      assert.equal(Number(read.total), await createLists(database.reader).count(plan))
      assert.equal(ids.length, Math.min(500, Number(read.total)))
      assert.equal(itemsOf(await database.reader.row<Read>(sorted.read(false))), itemsOf(page))
    }),
    { numRuns: 40, seed: 16 },
  )
})

test('pages of any size join to the whole list, in both directions and with empty values', async () => {
  for (const field of ['amount', 'title', '__name', '__createdAt', '__status']) {
    const found: string[][] = []
    for (const ascending of [true, false]) {
      const sizes = [7, 100, 493]
      let ids: string[] = []
      for (const size of sizes) {
        const body = { from: ids.length, size, sortExpressions: [{ field, ascending }], fields: { __id: true } }
        const { items, total } = await createLists(database.reader).page(readListRequest(body), deals, setting)
        assert.equal(total, rows)
        ids = [...ids, ...JSON.parse(items.text).map((row: { __id: string }) => row.__id)]
      }
      assert.equal(new Set(ids).size, rows, field)
      found.push(ids)
    }
    assert.deepEqual(found[1], found[0]!.toReversed(), field)
  }
})

test('a page of a sorted list reads the elements once, and the rows of the page by their ids', async () => {
  const body = { size: 20, filter: { tf: { urgent: true } }, sortExpressions: [{ field: 'amount' }] }
  const { sorted } = planList(readListRequest(body), deals, setting)
  const lines = await database.reader.rows(sql`explain ${sorted!.read(true)}`)
  const plan = lines.map((line) => Object.values(line)[0]).join('\n')
  assert.equal(plan.match(/Scan.* on element_default/g)!.length, 2, plan)
})

test('lists with an index in their order, and far pages, are not sorted as a whole', () => {
  const sortedOf = (body: object) => planList(readListRequest(body), deals, setting).sorted
  assert.equal(sortedOf({}), undefined)
  const sortExpressions = [{ field: 'amount' }]
  assert.ok(sortedOf({ sortExpressions, from: 490, size: 10 }))
  assert.equal(sortedOf({ sortExpressions, from: 491, size: 10 }), undefined)
  assert.equal(sortedOf({ sortExpressions, size: 0 }), undefined)
})

test('a list whose scope collects ids is read as a whole, also without a sort key', async () => {
  const ofStatus = sql`e.status = 1`
  const seen: typeof deals = {
    ...deals,
    narrowed: 'own',
    scope: (row, ofMany) => {
      const isSeen = ofMany
        ? sql`${row}.id = any (array(select e.id from element e where ${deals.scope(sql`e`)} and ${ofStatus}))`
        : sql`exists (select from element e where e.app = ${row}.app and e.id = ${row}.id and ${ofStatus})`
      return sql`${deals.scope(row)} and ${isSeen}`
    },
    narrow: { ...deals.narrow!, collectsIds: true },
  }
  const page = { size: 10, fields: { __id: true } }
  const { sorted } = planList(readListRequest(page), seen, setting)
  const read = (await database.reader.row<Read>(sorted!.read(true)))!
  const again = (await database.reader.row<Read>(sorted!.byIds(read.ids!.split(',').slice(0, 10))))!
  const filtered = readListRequest({ ...page, filter: { tf: { __status: 1 } } })
  const expected = await createLists(database.reader).page(filtered, deals, setting)
  assert.deepEqual([itemsOf(read), Number(read.total)], [expected.items.text, expected.total])
  assert.equal(itemsOf(again), itemsOf(read))
  const hidden = (await database.reader.row<Read>(sorted!.byIds([idOf(1), idOf(2)])))!
  assert.deepEqual(JSON.parse(itemsOf(hidden)), [{ __id: idOf(2) }])
})

test('the statement that reads a page returns the number of writes in its snapshot', async () => {
  const plan = planList(readListRequest({ sortExpressions: [{ field: 'amount' }] }), deals, setting)
  const writes = async () => (await database.reader.row<Read>(plan.sorted!.byIds([idOf(1)])))!.writes
  assert.equal(await writes(), '0')
  await database.single.rows(sql`insert into element_count (app, slot, writes) values (${dealsApp}, 0, 3)`)
  assert.equal(await writes(), '3')
})
