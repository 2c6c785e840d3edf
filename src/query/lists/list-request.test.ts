import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { idOf } from '../source.fixture.ts'
import { readListRequest } from './list-request.ts'

const empty = {
  from: 0,
  size: 10,
  active: false,
  ids: [],
  fields: undefined,
  filter: undefined,
  sort: [],
  statusCode: [],
  statusGroupId: undefined,
}

test('nothing, null, an empty list and empty members request the first ten rows', () => {
  const members = {
    ids: [],
    fields: [],
    filter: [],
    sortExpressions: null,
    statusCode: [],
    statusGroupId: null,
    size: null,
  }
  for (const body of [
    undefined,
    null,
    [],
    {},
    members,
    { filter: {}, fields: {} },
    { filter: { tf: {} } },
    { q: 'unknown' },
  ]) {
    assert.deepEqual(readListRequest(body), empty, JSON.stringify(body))
  }
})

test('a negative size requests the largest allowed page, which is smaller with eagerly loaded fields', () => {
  assert.equal(readListRequest({ size: -1 }).size, 10_000)
  assert.equal(readListRequest({ size: -500, fields: { a: {} } }).size, 10_000)
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, {}]))
  assert.equal(readListRequest({ size: -1, fields }).size, 6_666)
})

test('every member is parsed', () => {
  const request = readListRequest({
    from: 20,
    size: 0,
    active: true,
    ids: [idOf(1).toUpperCase()],
    sortExpressions: [{ field: 'a', ascending: false }, { column: 'b', ascend: true }, { field: 'c' }],
    statusCode: ['new', 'done'],
    statusGroupId: idOf(2),
  })
  const sort = [
    { field: 'a', ascending: false },
    { field: 'b', ascending: true },
    { field: 'c', ascending: true },
  ]
  assert.deepEqual(request, {
    ...empty,
    from: 20,
    size: 0,
    active: true,
    ids: [idOf(1)],
    sort,
    statusCode: ['new', 'done'],
    statusGroupId: idOf(2),
  })
})

test('an address may contain one id or status without JSON around it', () => {
  const { ids, statusCode } = readListRequest({ ids: idOf(1), statusCode: 'new' })
  assert.deepEqual([ids, statusCode], [[idOf(1)], ['new']])
})

describe('invalid values are refused with the name of the key', () => {
  const size = '"size" must be a whole number from 0 to 10000'
  const cases: readonly (readonly [unknown, string])[] = [
    ['x', 'the body of a list must be an object'],
    [{ size: 10_001 }, size],
    [{ size: 1.5 }, size],
    [{ size: 1e18 }, size],
    [{ size: '10' }, size],
    [{ from: -1 }, '"from" must be a whole number from 0 to 2147483648'],
    [{ from: 2 ** 63 }, '"from" must be a whole number from 0 to 2147483648'],
    [{ active: 1 }, '"active" must be true or false'],
    [{ ids: ['x'] }, '"ids": entry 1 is not an id'],
    [{ ids: new Array(10_001).fill(idOf(1)) }, '"ids" may hold at most 10000 ids'],
    [{ statusCode: [1] }, '"statusCode" must be a list of at most 500 texts'],
    [{ statusGroupId: 'x' }, '"statusGroupId" must be an id'],
    [{ sortExpressions: {} }, '"sortExpressions" must be a list'],
    [
      { sortExpressions: [{ ascending: true }] },
      'an entry of "sortExpressions" must be {"field": "…", "ascending": true or false}',
    ],
    [{ sortExpressions: new Array(11).fill({ field: 'a' }) }, '"sortExpressions" may hold at most 10 entries'],
  ]
  for (const [body, message] of cases) {
    test(JSON.stringify(body).slice(0, 60), () => assert.throws(() => readListRequest(body), { status: 400, message }))
  }
})
