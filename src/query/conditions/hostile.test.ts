import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { readListRequest } from '../lists/list-request.ts'
import { createLists } from '../lists/lists.ts'
import { deals, insertRows, setting } from '../source.fixture.ts'

const texts = [
  `'`,
  `''`,
  `"`,
  `\\`,
  `\\'`,
  `'; drop table element; --`,
  `' or 1=1 --`,
  `") or ("1"="1`,
  `/* */`,
  `$1`,
  `\${x}`,
  `%`,
  `_`,
  `{}`,
  `[]`,
  `]`,
  `] or [amount`,
  `NULL`,
  `\u2028`,
  `ё'`,
  `a\0b`,
  `\ud800`,
  `\udc00\ud800`,
  `__proto__`,
  `constructor`,
  `hasOwnProperty`,
  `x' @> '`,
  `1e400`,
  `-0`,
  'x'.repeat(30_000),
]

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Returns requests with the text in every position where a request can hold a text, both as JSON and as EQL. */
function requests(text: string): Record<string, unknown>[] {
  const fields = [
    'title',
    '__name',
    'amount',
    'due',
    'urgent',
    'color',
    'tags',
    'partner',
    'manager',
    'basis',
    'phones',
    'person',
    'person.lastname',
    'price',
    'note',
    'items',
    '__id',
    '__createdAt',
    '__status',
    '__createdBy',
    'partner.city',
  ]
  const operators = ['eq', 'neq', 'gt', 'lte', 'like', 'has', 'in', 'all', 'link']
  const eql = [
    ...fields.flatMap((field) =>
      ['=', '>', 'like', 'likef', 'in'].map((operator) =>
        operator === 'in' ? `[${field}] in (${quoted(text)})` : `[${field}] ${operator} ${quoted(text)}`,
      ),
    ),
    ...fields.map((field) => `${quoted(text)} in [${field}]`),
    `[${text}] = 1`,
    `[partner.${text}] = 1`,
    `[partner] in (select [${text}] from [crm.partners])`,
    `[partner] in (select [__id] from [crm.${text}])`,
    `[amount] = Datetime(2020, 1, 1, 0, 0, 0, ${quoted(text)})`,
    `[amount] = Datetime(${quoted(text)})`,
    `[due] = RelativeDatetime(${quoted(text)}, '0d')`,
    `[basis] in (Refitem(${quoted(text)}, ${quoted(text)}))`,
    `${text}([amount]) = 1`,
    text,
  ]
  return [
    ...fields.map((field) => ({ filter: { tf: { [field]: text } } })),
    ...fields.map((field) => ({ filter: { tf: { [field]: [text] } } })),
    ...fields.map((field) => ({ filter: { tf: { [field]: { min: text, max: text } } } })),
    ...fields.map((field) => ({ filter: { tf: { [field]: { toString: text } } } })),
    ...fields.map((field) => ({ filter: { tf: { [field]: [{ toString: text }, null] } } })),
    ...fields.map((field) => ({ filter: { eq: [{ field }, { const: { toString: text } }] } })),
    ...fields.map((field) => ({ filter: { in: [{ field }, { list: [{ toString: text }, null] }] } })),
    ...fields.flatMap((field) =>
      operators.map((operator) => ({ filter: { [operator]: [{ field }, { const: text }] } })),
    ),
    ...fields.map((field) => ({
      filter: {
        in: [
          { field },
          {
            list: [
              { namespace: text, code: text, id: text },
              { namespace: text, code: text },
            ],
          },
        ],
      },
    })),
    ...eql.map((query) => ({ filter: { eql: { query } } })),
    { filter: { tf: { [text]: 1 } } },
    { filter: { [text]: 1 } },
    { filter: { eq: [{ field: text }, { const: 1 }] } },
    { sortExpressions: [{ field: text, ascending: true }] },
    { fields: { [text]: true } },
    { fields: { partner: { [text]: true } } },
    { fields: { items: { [text]: true } } },
    { ids: [text] },
    { statusCode: [text] },
    { statusGroupId: text },
  ]
}

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
  // The table needs rows, because PostgreSQL does not evaluate most expressions on an empty table.
  await insertRows(database.single, [
    {
      index: 1,
      name: 'a',
      status: 1,
      body: { title: 'x', amount: 1, phones: [{ tel: '1' }], person: { lastname: 'x' } },
    },
    {
      index: 2,
      body: {
        title: { odd: true },
        amount: 'odd',
        due: 5,
        tags: 'odd',
        partner: 'odd',
        basis: [5],
        phones: 7,
        person: [],
        price: 'x',
      },
    },
  ])
})
after(() => database.close())

test('any text in any position matches rows or is refused with 400, and is never SQL', async () => {
  let refused = 0
  let answered = 0
  for (const text of texts) {
    for (const body of requests(text)) {
      try {
        await createLists(database.reader).page(readListRequest(body), deals, setting)
        answered++
      } catch (error) {
        if (!(error instanceof PlatformError)) {
          assert.fail(`${JSON.stringify(body).slice(0, 300)} gave ${(error as Error).message}`)
        }
        assert.equal(error.status, 400)
        assert.doesNotMatch(error.message, /select |jsonb|::|\/src\//)
        refused++
      }
    }
  }
  assert.ok(refused > 1000 && answered > 1000, `${refused} refused, ${answered} answered`)
  assert.equal((await database.reader.rows(sql`select id from element`)).length, 2)
})

test('rows whose values have another type than their field break no query', async () => {
  for (const query of [
    '[amount] > 0 or [price] > 0',
    '[due] > Datetime(2020)',
    "[tags] in ('red') or [phones] like 'x'",
    'Count([tags]) > 0',
    '[partner] in [others]',
    '[tags] in (select [tags] from [crm.deals])',
    '[partner.city] is null',
    "[basis] in (Refitem('a', 'b'))",
    '[__createdAt] > [due]',
    '[person] is null or [items] is null',
  ]) {
    await createLists(database.reader).page(readListRequest({ filter: { eql: { query } } }), deals, setting)
  }
  const fields = { partner: {}, others: { head: {} }, items: { what: true } }
  await createLists(database.reader).page(readListRequest({ fields }), deals, setting)
  for (const field of ['amount', 'due', 'tags', 'partner', 'phones', 'person', 'price', 'basis']) {
    await createLists(database.reader).page(readListRequest({ sortExpressions: [{ field }] }), deals, setting)
  }
})
