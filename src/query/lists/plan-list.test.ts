import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { toStatement } from '../../foundation/db/sql.ts'
import { anyOf, type Condition } from '../condition.ts'
import { callerId, deals, idOf, insertRows, partnersApp, setting } from '../source.fixture.ts'
import { readListRequest } from './list-request.ts'
import { createLists } from './lists.ts'
import { planList } from './plan-list.ts'

let database: TestDatabase

before(async () => {
  database = await openTestDatabase()
  await insertRows(database.single, [
    { app: partnersApp, index: 101, name: 'A', createdAt: '2026-03-02T00:00:00Z', body: { city: 'Тула', rating: 1 } },
    { app: partnersApp, index: 102, name: 'B', createdAt: '2026-03-01T00:00:00Z', body: { head: [idOf(101)] } },
    { app: partnersApp, index: 103, name: 'C', body: { hidden: true } },
    {
      index: 1,
      name: 'ёж',
      status: 1,
      createdBy: idOf(101),
      body: { amount: 2, title: 'b', partner: [idOf(101)], others: [idOf(103), idOf(101), idOf(102)] },
    },
    {
      index: 2,
      name: 'Еда',
      status: 2,
      body: { amount: 10, title: 'b', tags: [{ code: 'red', name: 'RED' }], others: [idOf(103)] },
    },
    {
      index: 3,
      name: 'жук',
      status: 2,
      body: {
        title: 'a',
        items: {
          rows: [
            { what: 'x', count: 1 },
            { what: 'y', count: 2 },
          ],
          result: { count: 3 },
        },
      },
    },
    { index: 4, name: 'Дом', deletedAt: '2026-05-01T00:00:00Z', body: { amount: 1, due: '2026-05-01T00:00:00.5Z' } },
  ])
})
after(() => database.close())

async function list(body: unknown, extra: readonly Condition[] = []) {
  const { items, total } = await createLists(database.reader).page(readListRequest(body), deals, setting, extra)
  return { rows: JSON.parse(items.text) as Record<string, unknown>[], total }
}

async function indexes(body: Record<string, unknown>): Promise<unknown[]> {
  const { rows } = await list({ ...body, fields: { __index: true } })
  return rows.map((row) => row.__index)
}

describe('which rows', () => {
  test('newest first, and pages never overlap', async () => {
    assert.deepEqual(await indexes({}), [4, 3, 2, 1])
    assert.deepEqual(await indexes({ size: 2 }), [4, 3])
    assert.deepEqual(await indexes({ size: 2, from: 2 }), [2, 1])
  })

  test('the total counts all matching rows, on the page, after the last page and without rows', async () => {
    for (const [from, size, rows] of [
      [0, 2, 2],
      [2, 2, 2],
      [3, 2, 1],
      [9, 2, 0],
      [0, 0, 0],
      [0, 4, 4],
    ]) {
      const page = await list({ from, size })
      assert.deepEqual([page.rows.length, page.total], [rows, 4])
    }
  })

  test('active leaves out deleted rows, ids restrict the list, an unknown id matches nothing', async () => {
    assert.deepEqual(await indexes({ active: true }), [3, 2, 1])
    assert.deepEqual(await indexes({ active: false }), [4, 3, 2, 1])
    assert.deepEqual(await indexes({ ids: [idOf(1), idOf(4)] }), [4, 1])
    assert.deepEqual(await indexes({ ids: [idOf(77), idOf(101)] }), [])
  })

  test('conditions of the calling code are combined with those of the request', async () => {
    const { rows, total } = await list({ filter: { tf: { title: 'b' } } }, [anyOf('__status', [2])])
    assert.deepEqual([rows.length, total, rows[0]?.__id], [1, 1, idOf(2)])
    assert.equal((await list({}, [anyOf('__status', [])])).total, 0)
  })
})

describe('in which order', () => {
  const by = (field: string, ascending = true) => indexes({ sortExpressions: [{ field, ascending }] })

  test('text sorts as in a dictionary: ё next to е, capitals next to small letters', async () => {
    assert.deepEqual(await by('__name'), [4, 2, 1, 3])
    assert.deepEqual(await by('__name', false), [3, 1, 2, 4])
  })

  test('numbers sort by value; empty values come last ascending and first descending', async () => {
    assert.deepEqual(await by('amount'), [4, 1, 2, 3])
    assert.deepEqual(await by('amount', false), [3, 2, 1, 4])
  })

  test('rows with equal keys follow the direction of the last key, so descending is ascending reversed', async () => {
    for (const field of ['__status', 'title', 'amount', 'due', 'tags', '__createdAt', 'person.lastname']) {
      assert.deepEqual(await by(field, false), (await by(field)).toReversed(), field)
    }
    // No deal has a value in `urgent` or `person`, so the order of equal rows decides.
    const keys = (first: boolean, last: boolean) => [
      { field: 'urgent', ascending: first },
      { field: 'person.lastname', ascending: last },
    ]
    assert.deepEqual(await indexes({ sortExpressions: keys(true, false) }), [4, 3, 2, 1])
    assert.deepEqual(await indexes({ sortExpressions: keys(false, true) }), [1, 2, 3, 4])
  })

  test('the first key is the most significant, the next ones order equal rows, a repeated key is ignored', async () => {
    const key = (field: string, ascending: boolean) => ({ field, ascending })
    const sortExpressions = [key('title', true), key('__index', true), key('title', false)]
    assert.deepEqual(await indexes({ sortExpressions }), [3, 1, 2, 4])
  })

  test('lists can be sorted by moments, lists and parts of a value', async () => {
    assert.deepEqual((await by('due'))[0], 4)
    assert.deepEqual((await by('tags'))[0], 2)
    assert.deepEqual(await by('person.lastname'), [1, 2, 3, 4])
    assert.deepEqual(await by('__createdAt'), [1, 2, 3, 4])
  })
})

describe('which fields', () => {
  const one = async (index: number, fields: unknown) => (await list({ ids: [idOf(index)], fields })).rows[0]!

  test('without fields the whole row is returned', async () => {
    for (const fields of [undefined, null, {}, []]) {
      const row = await one(1, fields)
      assert.deepEqual([row.__id, row.__name, row.amount], [idOf(1), 'ёж', 2])
    }
  })

  test('only the requested fields are returned, and always __id', async () => {
    assert.deepEqual(await one(1, { amount: true, due: true }), { __id: idOf(1), amount: 2, due: null })
    assert.deepEqual(await one(1, { __id: false, amount: false }), { __id: idOf(1) })
  })

  test('a star requests all fields except those that are false', async () => {
    const row = await one(1, { '*': true, amount: false, title: null })
    assert.deepEqual(
      Object.keys(row),
      [...deals.fields.keys()].filter((name) => name !== 'amount'),
    )
  })

  test('an object loads what the field refers to: oldest first, without hidden rows', async () => {
    const row = await one(1, { others: { __name: true } })
    assert.deepEqual(row.others, [
      { __id: idOf(102), __name: 'B' },
      { __id: idOf(101), __name: 'A' },
    ])
    assert.equal((await one(2, { others: { __name: true } })).others, null)
    assert.equal((await one(3, { others: { __name: true } })).others, null)
  })

  test('an empty object loads whole rows, a column with one id loads one object, and loading can be nested', async () => {
    const row = await one(1, { partner: {}, __createdBy: { city: true }, others: { head: { city: true } } })
    assert.deepEqual(row.partner, [{ __id: idOf(101), __name: 'A', city: 'Тула', rating: 1 }])
    assert.deepEqual(row.__createdBy, { __id: idOf(101), city: 'Тула' })
    assert.deepEqual(row.others, [
      { __id: idOf(102), head: [{ __id: idOf(101), city: 'Тула' }] },
      { __id: idOf(101), head: null },
    ])
  })

  test('an object for a table selects its columns; rows keep their order', async () => {
    const rows = [{ what: 'x' }, { what: 'y' }]
    assert.deepEqual((await one(3, { items: { what: true } })).items, { rows, result: { count: 3 } })
    assert.deepEqual((await one(3, { items: { '*': true, count: false } })).items, { rows, result: { count: 3 } })
    assert.equal((await one(1, { items: { what: true } })).items, null)
  })
})

describe('what the plan returns', () => {
  const plan = (body: unknown, extra = [] as Parameters<typeof planList>[3]) =>
    planList(readListRequest(body), deals, setting, extra)
  const eql = (query: string) => plan({ filter: { eql: { query } } })

  test('a page that is not full gives the total', () => {
    const { totalOfPage } = plan({ from: 20, size: 10 })
    assert.deepEqual([totalOfPage(10), totalOfPage(3), totalOfPage(0)], [undefined, 23, undefined])
    assert.deepEqual([plan({}).totalOfPage(0), plan({ size: 0 }).totalOfPage(0)], [0, undefined])
  })

  test('a list without restrictions uses a stored count', () => {
    assert.deepEqual([plan({}).counts, plan({ active: true, from: 5 }).counts], ['all', 'live'])
    assert.deepEqual([plan({ ids: [idOf(1)] }).counts, eql('[amount] = 1').counts], [undefined, undefined])
    assert.equal(plan({}, [anyOf('__status', [1])]).counts, undefined)
  })

  test('equal counts have equal keys for any page; other values have other keys', () => {
    const key = (body: Record<string, unknown>) => plan({ filter: { tf: { title: 'x' } }, ...body }).cacheKey
    assert.equal(key({ from: 10, size: 3 }), key({ fields: { amount: true } }))
    assert.notEqual(key({}), key({ active: true }))
    assert.notEqual(key({}), key({ filter: { tf: { title: 'y' } } }))
  })

  test('a list that depends on other sources has no key', () => {
    assert.equal(eql('[partner.rating] > 1').cacheKey, undefined)
    assert.equal(eql('Count(from [crm.partners]) > 1').cacheKey, undefined)
    assert.notEqual(plan({ fields: { partner: {} } }).cacheKey, undefined)
  })

  test('requests of one shape give one statement', () => {
    const text = (title: string, ids: string[], from: number) => {
      const { page, count } = plan({ from, ids, filter: { tf: { title, amount: { min: from } } } })
      return [toStatement(page!).text, toStatement(count).text]
    }
    assert.deepEqual(text('a', [idOf(1)], 3), text("b'--", [idOf(1), callerId], 7))
  })

  test('first pages of a usual size have the size in the statement, without an offset', () => {
    const cut = (size: number, from = 0) =>
      / limit .+? p offset/.exec(toStatement(plan({ size, from }).page!).text)?.[0]
    assert.deepEqual(
      [cut(50), cut(51), cut(50, 50)],
      [' limit 50) p offset', ' limit $3) p offset', ' limit $3 offset $4) p offset'],
    )
  })
})
