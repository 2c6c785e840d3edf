import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { readListRequest } from '../lists/list-request.ts'
import { createLists } from '../lists/lists.ts'
import { callerId, deals, dealsApp, idOf, insertRows, partnersApp, setting } from '../source.fixture.ts'

let database: TestDatabase

const ref = (namespace: string, code: string, index: number) => ({ namespace, code, id: idOf(index) })
const enumOf = (...codes: string[]) => codes.map((code) => ({ code, name: code.toUpperCase() }))

before(async () => {
  database = await openTestDatabase()
  await insertRows(database.single, [
    { app: partnersApp, index: 101, name: 'Ёлка', body: { city: 'Тула', rating: 5 } },
    { app: partnersApp, index: 102, name: 'Сосна', body: { city: 'Орёл', rating: 2, head: [idOf(101)] } },
    { app: partnersApp, index: 103, name: 'Скрытая', body: { city: 'Тула', rating: 9, hidden: true } },
    {
      index: 1,
      name: 'Договор с ООО «Ёлка»',
      status: 1,
      createdAt: '2026-05-13T10:00:00.250Z',
      createdBy: callerId,
      body: {
        title: '100% off_er\\x',
        amount: 10,
        limit: 20,
        urgent: true,
        due: '2026-05-11T00:00:00Z',
        color: enumOf('red'),
        tags: enumOf('red', 'green'),
        partner: [idOf(101)],
        others: [idOf(101), idOf(102)],
        manager: [callerId],
        basis: [ref('crm', 'deals', 2)],
        phones: [{ type: 'work', tel: '+7 4872 111-22-33', ext: null, isValid: true }],
        person: { lastname: 'Иванов', firstname: 'Пётр', middlename: '' },
        price: { cents: 5000, currency: 'RUB' },
      },
    },
    {
      index: 2,
      name: 'offer',
      status: 2,
      createdAt: '2026-05-06T09:00:00Z',
      body: {
        title: '',
        amount: 20,
        limit: 20,
        urgent: false,
        due: '2026-05-17T23:59:59.5Z',
        color: enumOf('blue'),
        tags: [],
        partner: [idOf(102)],
        basis: [ref('crm', 'partners', 101)],
      },
    },
    {
      index: 3,
      name: null,
      status: 2,
      createdAt: '2026-04-30T23:59:59Z',
      deletedAt: '2026-05-01T00:00:00Z',
      body: { partner: [idOf(103)], title: null, amount: null, due: null },
    },
    {
      index: 4,
      name: 'x',
      createdAt: '2025-05-13T10:00:00Z',
      body: {
        title: 'O\'Hara -- ; "x"',
        amount: -1.5,
        due: '2026-05-18T00:00:00Z',
        color: null,
        partner: ['no uuid'],
        others: null,
      },
    },
  ])
})
after(() => database.close())

async function indexes(filter: unknown): Promise<number[]> {
  const request = readListRequest({ filter, size: 100, sortExpressions: [{ field: '__index', ascending: true }] })
  const { items, total } = await createLists(database.reader).page(request, deals, setting)
  const found = (JSON.parse(items.text) as { __id: string }[]).map((row) => Number(row.__id.slice(-12)))
  assert.equal(total, found.length)
  return found
}

const eql = (query: string) => ({ eql: { query } })

async function check(cases: readonly (readonly [unknown, readonly number[]])[]): Promise<void> {
  for (const [filter, expected] of cases) {
    const found = await indexes(typeof filter === 'string' ? eql(filter) : filter)
    assert.deepEqual(found, expected, JSON.stringify(filter))
  }
}

describe('comparisons', () => {
  test('numbers, texts, booleans and integers are compared by their value', () =>
    check([
      ['[amount] = 10', [1]],
      ['10 < [amount]', [2]],
      ['[amount] <= 10', [1, 4]],
      ['[amount] = -1.5', [4]],
      ["[title] = 'O''Hara -- ; \"x\"'", [4]],
      ["[__name] > 'p'", [1, 4]],
      ['[urgent] = true', [1]],
      ['[__status] = 2', [2, 3]],
      ['[__index] > 2.5', [3, 4]],
      ['[__index] < 1e30', [1, 2, 3, 4]],
      ['[price] = 5000', [1]],
      ['[price.cents] >= 5000', [1]],
      ["[price.currency] = 'RUB'", [1]],
    ]))

  test('two fields can be compared when they have the same kind', () =>
    check([
      ['[amount] = [limit]', [2]],
      ['[amount] < [limit]', [1]],
      ['[__createdAt] > [due]', [1]],
      ["[__id] in ('0191e6c0-0000-7000-8000-000000000002')", [2]],
      ['[amount] = [__index]', []],
    ]))

  test('an empty value is unequal to everything, so "not" matches it', () =>
    check([
      ['not [amount] = 10', [2, 3, 4]],
      ['not ([amount] > 0 or [amount] < 0)', [3]],
      ['not ([amount] = 10 and [urgent] = true)', [2, 3, 4]],
      ['not (not [amount] = 10)', [1]],
      [{ neq: [{ field: 'amount' }, { const: 10 }] }, [2, 3, 4]],
      ["not [title] like 'off'", [2, 3, 4]],
      ["not [tags] in ('red')", [2, 3, 4]],
    ]))

  test('null, an absent value, an empty list and an empty text are empty', () =>
    check([
      ['[title] is null', [2, 3]],
      ['[amount] is null', [3]],
      ['[tags] is null', [2, 3, 4]],
      ['[__name] is null', [3]],
      ['[__deletedAt] is null', [1, 2, 4]],
      ['[note] is null', [1, 2, 3, 4]],
      [{ eq: [{ field: '__deletedAt' }, { null: '' }] }, [1, 2, 4]],
      [{ tf: { title: null } }, [2, 3]],
    ]))

  test('a date of the system equals the second that the API shows', () =>
    check([
      ["[__createdAt] = '2026-05-13T10:00:00Z'", [1]],
      ["[__createdAt] <= '2026-05-13T10:00:00Z'", [1, 2, 3, 4]],
      ["[__createdAt] > '2026-05-13T10:00:00Z'", []],
      ["[__createdAt] >= '2026-05-13T13:00:00+03:00'", [1]],
      ["[__createdAt] in ('2026-05-13T10:00:00Z', '2026-05-06T09:00:00Z')", [1, 2]],
      [{ tf: { __createdAt: { min: '2026-05-13T10:00:00Z', max: '2026-05-13T10:00:00Z' } } }, [1]],
      [{ tf: { __createdAt: { min: '1970-01-01', max: '2026-05-01' } } }, [3, 4]],
    ]))
})

describe('text', () => {
  test('like matches a substring, ignoring case, also in Cyrillic', () =>
    check([
      ["[__name] like 'ЁЛКА'", [1]],
      ["[person] like 'иванов п'", [1]],
      ["[person.firstname] like 'ПЁТР'", [1]],
      ["[phones] like '111-22'", [1]],
      [{ tf: { 'person.lastname': 'ИВАН' } }, [1]],
      [{ like: [{ field: '__name' }, { const: 'OFF' }] }, [2]],
    ]))

  test('percent, underscore and backslash are literal in like and wildcards in likef', () =>
    check([
      ["[title] like '0%'", [1]],
      ["[title] like '%%'", []],
      ["[title] like 'ff_e'", [1]],
      ["[__name] like 'ff_'", []],
      ["[title] like '\\x'", [1]],
      ["[__name] likef 'off__'", [2]],
      ["[__name] likef 'off'", []],
      ["[title] likef '100\\% off\\_er\\\\x'", [1]],
      ["[__name] likef '%ЁЛКА%'", [1]],
    ]))
})

describe('lists of values', () => {
  test('in matches any of the values; an empty list matches nothing', () =>
    check([
      ["[tags] in ('green', 'blue')", [1]],
      ["'red' in [tags]", [1]],
      ["[color] = 'red'", [1]],
      ["[color] in ('red', 'blue')", [1, 2]],
      ['[amount] in (10, 20)', [1, 2]],
      ['[amount] in ()', []],
      ['not [amount] in ()', [1, 2, 3, 4]],
      [{ in: [{ field: 'tags' }, { list: [] }] }, []],
      [{ tf: { tags: [] } }, []],
      [{ tf: { partner: [idOf(101), idOf(103)] } }, [1, 3]],
      [{ link: [{ field: 'others' }, { list: [idOf(102)] }] }, [1]],
      [{ in: [{ const: callerId }, { field: 'manager' }] }, [1]],
      [{ has: [{ field: 'tags' }, { const: 'green' }] }, [1]],
      [{ all: [{ field: 'tags' }, { list: ['green', 'red'] }] }, [1]],
      [{ all: [{ field: 'tags' }, { list: ['green', 'blue'] }] }, []],
      [{ all: [{ field: 'tags' }, { list: [] }] }, []],
      [{ all: [{ field: 'tags' }, { list: Array(9).fill(['green', 'red']).flat() }] }, [1]],
      [{ all: [{ field: 'tags' }, { list: [...Array(9).fill('green'), 'blue'] }] }, []],
    ]))

  test('a long list gives the same result as a short one', () => {
    const many = Array.from({ length: 50 }, (_, index) => idOf(101 + index))
    return check([
      [{ in: [{ field: 'others' }, { list: many }] }, [1]],
      [{ in: [{ field: 'partner' }, { list: many.slice(1) }] }, [2, 3]],
    ])
  })

  test('two lists have a value in common, and a value is in a list', () =>
    check([
      ['[partner] in [others]', [1]],
      ['[color] in [tags]', [1]],
      ['[manager] in [others]', []],
      ['[__createdBy] in [manager]', [1]],
      ['[manager] in [__createdBy]', [1]],
    ]))

  test('Refitem names one element or any element of an application', () =>
    check([
      [`[basis] in (Refitem('crm','deals','${idOf(2)}'))`, [1]],
      ["[basis] in (Refitem('crm','partners'))", [2]],
      ["[basis] in (Refitem('crm','partners'), Refitem('crm','deals'))", [1, 2]],
      [`[basis] in ('crm:partners:${idOf(101)}')`, [2]],
      [{ in: [{ field: 'basis' }, { list: [ref('crm', 'deals', 2)] }] }, [1]],
    ]))

  test('Count compares the number of values', () =>
    check([
      ['Count([tags]) = 2', [1]],
      ['count([tags]) = 0', [2, 3, 4]],
      ['2 <= Count([others])', [1]],
      ['Count([tags]) in (1, 2)', [1]],
      ['Count([tags]) = [__status]', []],
    ]))
})

describe('functions', () => {
  test('Datetime is a moment in its zone, Now and Today are in UTC', () =>
    check([
      ['[due] = Datetime(2026, 5, 11)', [1]],
      ["[due] = Datetime(2026, 5, 11, 3, 0, 0, 'Europe/Moscow')", [1]],
      ["[due] < Datetime('Now')", [1]],
      ["[__createdAt] >= Datetime('Today')", [1]],
      ["[__createdAt] > Datetime('now')", []],
    ]))

  test('RelativeDatetime runs from the start of one unit to the end of another', () =>
    check([
      ["[due] = RelativeDatetime('0w', '0w')", [1, 2]],
      ["[due] in RelativeDatetime('+1w', '+1w')", [4]],
      ["[__createdAt] = RelativeDatetime('-7d', '0d')", [1, 2]],
      ["[__createdAt] in (RelativeDatetime('-1m', '-1m'))", [3]],
      ["[__createdAt] = RelativeDatetime('0q', '0q')", [1, 2, 3]],
      ["RelativeDatetime('-1y', '-1y') = [__createdAt]", [4]],
      ["[__createdAt] = RelativeDatetime('0h', '0h')", [1]],
      ["[due] = RelativeDatetime('0y+4m', '0y+4m+10d')", [1]],
    ]))

  test('a moment is later than a period after its end, and earlier before its start', () =>
    check([
      ["[due] > RelativeDatetime('0w', '0w')", [4]],
      ["[due] >= RelativeDatetime('0w', '0w')", [1, 2, 4]],
      ["[due] < RelativeDatetime('+1w', '+1w')", [1, 2]],
      ["[due] <= RelativeDatetime('+1w', '+1w')", [1, 2, 4]],
      ["RelativeDatetime('-1m', '-1m') > [__createdAt]", [4]],
      ["[__createdAt] > RelativeDatetime('-1m', '-1m')", [1, 2]],
      ["not [due] > RelativeDatetime('0w', '0w')", [1, 2, 3]],
    ]))

  test('CurrentUser is the caller', () =>
    check([
      ['[manager] in (CurrentUser())', [1]],
      ['[__createdBy] = CurrentUser()', [1]],
      ['CurrentUser() in [manager]', [1]],
    ]))
})

describe('other applications', () => {
  test('a dotted path tests the rows that a reference points to, and only visible ones', () =>
    check([
      ["[partner.city] = 'Тула'", [1]],
      ['[partner.rating] > 1', [1, 2]],
      ["[partner.head.city] like 'тул'", [2]],
      ["[others.__name] like 'сосна'", [1]],
      ['[partner.head] is null', [1, 3, 4]],
      ['[partner.rating] is null', [3, 4]],
      ['not [partner.rating] > 4', [2, 3, 4]],
      [{ tf: { 'partner.city': 'орёл' } }, [2]],
    ]))

  test('sub-queries in both word orders match only rows that the caller can see', () =>
    check([
      ["[partner] in (select [__id] from [crm.partners] where [city] = 'Тула')", [1]],
      ["[partner] in (from [crm.partners] select [__id] where [city] = 'Тула')", [1]],
      ['[partner] in (select [__id] from [crm.partners])', [1, 2]],
      ['[partner] in (select [head] from [crm.partners])', [1]],
      ['[amount] in (select [limit] from [crm.deals])', [2]],
      ["'red' in (select [tags] from [crm.deals])", [1, 2, 3, 4]],
      ['[__id] in (select [__id] from [crm.deals] where [amount] > 0)', [1, 2]],
      ['Count(select [__id] from [crm.partners]) = 2', [1, 2, 3, 4]],
      ['Count(from [crm.partners]) = 3', []],
    ]))

  test('parent and root refer to the outer queries', () =>
    check([
      ['Count(select [__id] from [crm.partners] where [__id] in parent.[others]) = 2', [1]],
      ['[partner] in (select [__id] from [crm.partners] where [rating] < parent.[amount])', [1, 2]],
      [
        'Count(from [crm.partners] where Count(from [crm.deals] where [amount] > root.[amount] and parent.[__id] in [partner]) > 0) > 0',
        [1, 4],
      ],
    ]))
})

test('every form of filter can be nested in another', () =>
  check([
    [{ and: [{ tf: { amount: { min: 0 } } }, eql('[urgent] = true')] }, [1]],
    [{ or: [{ tf: { __status: 1 } }, { eq: [{ field: 'amount' }, { const: 20 }] }] }, [1, 2]],
    [{ not: { or: [{ tf: { __status: [1, 2] } }] } }, [4]],
    [{ not: [{ tf: { urgent: true } }] }, [2, 3, 4]],
    [{ tf: { amount: { min: 0 } }, eql: { query: '[amount] < 15' } }, [1]],
    [{ amount: { min: 20, max: 20 } }, [2]],
    [{ gte: [{ const: 10 }, { field: 'amount' }] }, [1, 4]],
    [{ or: [] }, []],
    [{ and: [] }, [1, 2, 3, 4]],
    [{ and: [{ tf: {} }, {}] }, [1, 2, 3, 4]],
    [{ tf: { __id: idOf(3) } }, [3]],
    [{ tf: { __createdBy: [callerId] } }, [1]],
    [[], [1, 2, 3, 4]],
  ]))

test('rows of other applications are never found', async () => {
  const all = await database.reader.rows(sql`select id from element where app = ${dealsApp}`)
  assert.equal((await indexes(eql('[__index] > 0'))).length, all.length)
})
