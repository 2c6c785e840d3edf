import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createLists, type ListShape } from '../../../query/index.ts'
import { Totals } from '../../elements/read/totals.ts'
import type { Application } from '../application.ts'
import { insertElements, openShop, type Shop } from './field-tables.fixture.ts'
import { body, file, plan, rows, shape } from './list-indexes.fixture.ts'

let shop: Shop
let application: Application
before(async () => {
  shop = await openShop()
  const { id } = await shop.deploy('lists', file)
  await insertElements(shop.database, id, 200, rows)
  application = shop.application('lists')
})
after(() => shop.database.close())

it('a list reports the time of its statements, and none when its ids and its total are kept', async () => {
  const costs: number[] = []
  const totals = new Totals(shop.database, createLists(shop.database.reader))
  const read = () => totals.page(application.id, plan(application, body()), (ms) => costs.push(ms))
  assert.equal((await read()).total, 95)
  await read()
  const short = body({ sortExpressions: [], filter: { tf: { sort: ['x'], amount: { min: 6 } } }, size: 50 })
  await totals.page(application.id, plan(application, short), (ms) => costs.push(ms))
  assert.ok(costs.length === 3 && costs[0]! > 0 && costs[1] === 0 && costs[2]! > 0, String(costs))
})

it('lists of two applications keep their ids apart', async () => {
  const keys = ['one', 'two'].map((code) => {
    const other = { ...application, id: application.id.replace(/^./, code.slice(0, 1) === 'o' ? '1' : '2'), code }
    return plan(other, body()).sorted!.cacheKey
  })
  assert.ok(keys[0] !== undefined && keys[0] !== keys[1])
})

describe('the shape of a list', () => {
  const shapeOf = (request: object): ListShape | undefined => plan(application, request).shape

  for (const [what, request, wanted] of [
    ['has the fields of its filter and its sort keys', body(), shape],
    ['does not depend on values', body({ filter: { tf: { amount: { max: 9 }, sort: ['y'] } } }), shape],
    ['takes conditions of every form', body({ filter: { eql: { query: "[sort] in ('x') and [amount] > 3" } } }), shape],
    ['tells live rows from all rows', body({ active: false }), { ...shape, isLive: false }],
    ['takes the status as a field', { filter: { eql: { query: '[__status] = 1' } } }, { equal: ['__status'] }],
    [
      'counts a field with two bounds and one value as compared',
      { filter: { and: [{ tf: { paid: true, amount: 3 } }, { tf: { amount: { max: 9 } } }] } },
      { equal: ['paid'], compared: ['amount'] },
    ],
    [
      'may have sort keys only',
      { sortExpressions: [{ field: 'weight', ascending: false }] },
      { equal: [], sorted: ['weight'] },
    ],
    [
      'takes a moment as a range',
      { filter: { eql: { query: "[sort] in ('x') and [__createdAt] = '2026-01-01T00:00:00Z'" } } },
      { equal: ['sort'], compared: ['__createdAt'] },
    ],
    [
      'has sort keys of two directions among the compared fields',
      body({
        sortExpressions: [
          { field: 'weight', ascending: true },
          { field: 'paid', ascending: false },
        ],
      }),
      { equal: ['sort'], compared: ['amount', 'paid', 'weight'], isLive: true },
    ],
  ] as const) {
    it(what, () => {
      const empty: ListShape = { equal: [], sorted: [], compared: [], isLive: false }
      assert.deepEqual(shapeOf(request), { ...empty, ...wanted })
    })
  }

  for (const [what, filter] of [
    ['no test for one of some values and no sort key', { tf: { amount: { min: 3 } } }],
    ['alternatives', { or: [{ tf: { sort: ['x'] } }, { tf: { paid: true } }] }],
    ['a searched text', { tf: { sort: ['x'], title: 'lot' } }],
    ['a field with several values', { tf: { sort: ['x'], marks: ['y'] } }],
    ['a value of another field', { eql: { query: "[sort] in ('x') and [amount] = [weight]" } }],
    ['a moment among others', { eql: { query: "[sort] in ('x') and [__createdAt] in ('2026-01-01T00:00:00Z')" } }],
    ['a negation', { tf: { sort: ['x'] }, not: { tf: { paid: true } } }],
  ] as const) {
    it(`is undefined with ${what}`, () => assert.equal(shapeOf({ filter }), undefined))
  }
})
