import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toStatement } from '../../foundation/db/sql.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { readListRequest } from '../lists/list-request.ts'
import { planList } from '../lists/plan-list.ts'
import { deals, idOf, setting } from '../source.fixture.ts'

function refusal(body: Record<string, unknown>): string {
  try {
    const plan = planList(readListRequest(body), deals, setting)
    toStatement(plan.count)
  } catch (error) {
    assert.ok(error instanceof PlatformError, String((error as Error).stack))
    assert.equal(error.status, 400)
    return error.message
  }
  return assert.fail(`${JSON.stringify(body)} was not refused`)
}

const eql = (query: string) => refusal({ filter: { eql: { query } } })

describe('EQL errors say what is wrong and where', () => {
  const cases: readonly (readonly [string, string])[] = [
    ["[title] = 'x' or [amont] = 1", 'at character 18: unknown field [amont]; did you mean [amount]?'],
    ['[person.lastnme] is null', 'at character 1: unknown field [person.lastnme]; did you mean [person.lastname]?'],
    ['[partner.cty] is null', 'at character 1: unknown field [partner.cty]; did you mean [partner.city]?'],
    ['[amount.x] = 1', 'at character 1: unknown field [amount.x]'],
    ["[amount] = 'abc'", "at character 12: [amount] is a number; 'abc' is not"],
    ['[title] = 5', 'at character 11: [title] is text; 5 is not'],
    ["[due] > 'soon'", "at character 9: [due] is a moment; 'soon' is not"],
    ["[partner] in ('x')", "at character 15: [partner] is an id; 'x' is not"],
    ["[basis] in ('crm:x')", "at character 13: [basis] is a reference to any application; 'crm:x' is not"],
    ['[amount] = CurrentUser()', 'at character 12: [amount] is a number; CurrentUser() is not'],
    ["[title] = Datetime('Now')", 'at character 11: [title] is text; a Datetime is not'],
    ["[tags] = 'red'", 'at character 1: [tags] holds several values; write "in" for "one of them is"'],
    ["[color] > 'red'", 'at character 1: [color] is text, which has no order; ">" cannot be used'],
    ['[urgent] > false', 'at character 1: [urgent] is yes or no, which has no order; ">" cannot be used'],
    ["[amount] like '1'", 'at character 1: [amount] is a number; "like" is for text'],
    ["[title] likef 'x\\'", 'at character 1: a pattern cannot end with a backslash'],
    ['[note] = 1', 'at character 1: [note] can only be tested for being empty'],
    ['[amount] = [title]', 'at character 12: [amount] is a number and [title] is text'],
    [
      'Count([amount]) = 1',
      'at character 7: [amount] holds one value; Count needs a field with several values or a sub-query',
    ],
    ['parent.[amount] = 1', 'at character 8: "parent" can only be used inside a sub-query'],
    ['Count(from [crm.nothing]) = 1', 'at character 7: unknown application [crm.nothing]'],
    [
      '[partner] in (select [head.city] from [crm.partners])',
      'at character 22: "select" must name a field of [crm.partners] itself',
    ],
    [
      "[amount] = RelativeDatetime('0d','0d')",
      'at character 12: [amount] is not a date and time; RelativeDatetime cannot be used',
    ],
  ]
  for (const [text, message] of cases) test(text, () => assert.equal(eql(text), message))
})

describe('errors of other forms say what is wrong', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [{ tf: { amont: 1 } }, 'unknown field "amont"; did you mean "amount"?'],
    [{ amont: 1 }, 'unknown field "amont"; did you mean "amount"?'],
    [{ tf: { __proto: 1, constructor: 1 } }, 'unknown field "__proto"'],
    [{ tf: { partner: idOf(1) } }, 'field "partner": a bare string where an array of ids is required'],
    [{ tf: { __id: 'x' } }, 'field "__id": ids (uuid) are expected, not "x"'],
    [{ tf: 1 }, '"tf" must be an object'],
    ['x', 'a filter must be an object'],
    [{ eql: 5 }, '"eql" must be {"query": "…"}'],
    [{ and: [null] }, 'a condition is missing'],
    [{ not: [{}, {}] }, '"not" takes one condition'],
    [{ and: {} }, '"and" must be a list'],
    [{ eq: [{ field: 'amount' }] }, '"eq" takes two operands'],
    [
      { eq: [{ field: 'amount' }, 5] },
      'an operand of "eq" must be {"field": …}, {"const": …}, {"list": […]}, {"null": ""} or null',
    ],
    [{ eq: [{ field: 'amount' }, { list: [1] }] }, '"eq" takes one value; write "in" for a list'],
    [{ gt: [{ field: 'amount' }, { null: '' }] }, '"gt" cannot compare with null'],
    [{ gt: [{ field: 'amount' }, null] }, '"gt" cannot compare with null'],
    [{ eq: [null, null] }, '"eq" cannot compare with null'],
    [{ eq: [{ const: 1 }, { const: 1 }] }, 'two values are compared; one side must be a field'],
    [{ in: [{ const: 1 }, { list: [1] }] }, '"in" needs a field'],
    [
      { eq: [{ field: 'amount' }, { const: Number.POSITIVE_INFINITY }] },
      'a constant must be a text, a number, true, false or {namespace, code, id}',
    ],
    [{ like: [{ field: 'title' }, { const: 1 }] }, '"like" takes a field and a text'],
    [{ eq: [{ field: 'amount' }, { const: 'abc' }] }, '"amount" is a number; \'abc\' is not'],
  ]
  for (const [filter, message] of cases) test(JSON.stringify(filter), () => assert.equal(refusal({ filter }), message))
})

describe('fields and sorting', () => {
  const sort = (field: string) => ({ sortExpressions: [{ field, ascending: true }] })
  const cases: readonly (readonly [Record<string, unknown>, string])[] = [
    [sort('amont'), 'unknown field "amont"; did you mean "amount"?'],
    [sort('note'), 'a list cannot be sorted by "note"'],
    [sort('partner.city'), 'a list cannot be sorted by "partner.city", a field of another application'],
    [{ fields: { amont: true } }, 'unknown field "amont"; did you mean "amount"?'],
    [{ fields: { amount: 1 } }, '"fields": "amount" must be true, false or an object'],
    [{ fields: { amount: { x: true } } }, '"fields": "amount" refers to nothing that can be loaded'],
    [{ fields: { partner: { cty: true } } }, 'unknown field "cty"; did you mean "city"?'],
    [{ fields: { items: { prize: true } } }, 'unknown field "prize"'],
    [{ fields: 5 }, '"fields" must be an object'],
  ]
  for (const [body, message] of cases) test(JSON.stringify(body), () => assert.equal(refusal(body), message))
})

test('a hidden field gets the same error as an unknown field', () => {
  // `secret` occurs in bodies but is no field of the source; `zzzzzz` occurs nowhere.
  const refusals = (name: string) =>
    [
      { filter: { tf: { [name]: 'a' } } },
      { filter: { eq: [{ field: name }, { const: 1 }] } },
      { filter: { eql: { query: `[${name}] like 'a%'` } } },
      { filter: { eql: { query: `[partner.${name}] = 1` } } },
      { filter: { eql: { query: `[partner] in (select [${name}] from [crm.partners])` } } },
      { sortExpressions: [{ field: name, ascending: true }] },
      { fields: { [name]: true } },
      { fields: { partner: { [name]: true } } },
    ].map((body) => refusal(body).replaceAll(name, 'F'))
  assert.deepEqual(refusals('secret'), refusals('zzzzzz'))
})

describe('limits', () => {
  const nested = (depth: number) => {
    let filter: unknown = { tf: { amount: 1 } }
    for (let level = 0; level < depth; level++) filter = { and: [filter] }
    return filter
  }
  const path = Array.from({ length: 7 }, () => 'head').join('.')
  const fields = (depth: number): unknown => (depth === 0 ? true : { head: fields(depth - 1) })
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['a deep tree', { filter: nested(10_000) }, 'a filter may be nested at most 20 deep'],
    [
      'many terms',
      { filter: { or: Array.from({ length: 10_000 }, () => ({ amount: 1 })) } },
      'a filter can have at most 500 conditions',
    ],
    [
      'a long list',
      { filter: { in: [{ field: 'amount' }, { list: new Array(10_001).fill(1) }] } },
      'a list in a filter can have at most 10000 values',
    ],
    ['a long path', { filter: { tf: { [path]: 1 } } }, `a path may have at most 5 names, "${path}" has more`],
    ['deep loading', { fields: { partner: fields(50) } }, '"fields" may load at most 5 levels'],
    [
      'much loading',
      {
        size: 10_000,
        fields: Object.fromEntries(
          ['partner', 'others', '__createdBy'].map((name) => [
            name,
            { head: { head: { head: { head: {} } } }, __createdBy: { head: { head: {} } } },
          ]),
        ),
      },
      '10000 rows with 24 loaded fields are too many; ask for smaller pages',
    ],
  ]
  for (const [name, body, message] of cases) test(name, () => assert.equal(refusal(body), message))
})
