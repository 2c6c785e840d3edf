import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openTestDatabase } from '../../../test/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { readFilter } from '../filters/filter.ts'
import { predicate } from '../predicate.ts'
import { deals, insertRows, setting } from '../source.fixture.ts'

/**
 * A condition independent of its written form. The tests write a condition as EQL and as an object, and evaluate it in
 * JavaScript to know which rows to expect.
 */
type Model =
  | { is: 'and' | 'or'; of: Model[] }
  | { is: 'not'; of: Model }
  | { is: '=' | '<' | '<=' | '>' | '>='; field: string; value: string | number | boolean }
  | { is: 'like'; text: string }
  | { is: 'in'; field: string; values: (string | number)[] }
  | { is: 'empty'; field: string }

type Row = Readonly<Record<string, unknown>>

const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'е', 'Ё', '%', '_', '\\', "'", ' '), maxLength: 4 })
const numbers = fc.constantFrom(-1.5, 0, 1, 2, 1e20)
const days = fc.constantFrom('2026-05-01T00:00:00Z', '2026-05-01T00:00:00.5Z', '2026-05-02T10:00:00Z')
const codes = fc.constantFrom('red', 'green', 'blue')
const orders = fc.constantFrom('=', '<', '<=', '>', '>=')

const rows = fc.record({
  amount: fc.option(numbers),
  title: fc.option(letters),
  urgent: fc.option(fc.boolean()),
  due: fc.option(days),
  color: fc.option(codes.map((code) => [{ code, name: code }])),
  tags: fc.option(fc.uniqueArray(codes).map((all) => all.map((code) => ({ code, name: code })))),
})

const leaf = fc.oneof(
  fc.record({ is: orders, field: fc.constant('amount'), value: numbers }),
  fc.record({ is: orders, field: fc.constant('title'), value: letters }),
  fc.record({ is: orders, field: fc.constant('due'), value: days }),
  fc.record({ is: fc.constant('='), field: fc.constant('urgent'), value: fc.boolean() }),
  fc.record({ is: fc.constant('='), field: fc.constant('color'), value: codes }),
  fc.record({ is: fc.constant('like'), text: letters }),
  fc.record({
    is: fc.constant('in'),
    field: fc.constantFrom('color', 'tags'),
    values: fc.array(codes, { maxLength: 12 }),
  }),
  fc.record({ is: fc.constant('in'), field: fc.constant('amount'), values: fc.array(numbers, { maxLength: 3 }) }),
  fc.record({ is: fc.constant('empty'), field: fc.constantFrom('amount', 'title', 'urgent', 'due', 'color', 'tags') }),
)
const models = fc.letrec((tie) => ({
  model: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    leaf,
    fc.record({ is: fc.constantFrom('and', 'or'), of: fc.array(tie('model'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ is: fc.constant('not'), of: tie('model') }),
  ),
})).model as fc.Arbitrary<Model>

const collator = new Intl.Collator('und')

function holds(model: Model, row: Row): boolean {
  switch (model.is) {
    case 'and':
      return model.of.every((part) => holds(part, row))
    case 'or':
      return model.of.some((part) => holds(part, row))
    case 'not':
      return !holds(model.of, row)
    case 'like':
      return typeof row.title === 'string' && row.title.toLowerCase().includes(model.text.toLowerCase())
    case 'in':
      return model.values.some((value) => valuesOf(row[model.field]).includes(value))
    case 'empty':
      return row[model.field] === '' || valuesOf(row[model.field]).length === 0
    default:
      return valuesOf(row[model.field]).some((value) => compare(model.is, value, model.value, model.field))
  }
}

function valuesOf(value: unknown): unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value.map(({ code }) => code) : [value]
}

function compare(operator: string, a: unknown, b: unknown, field: string): boolean {
  if (operator === '=') return a === b
  const moment = (value: unknown) => Date.parse(String(value))
  const order =
    field === 'title'
      ? collator.compare(String(a), String(b))
      : field === 'due'
        ? moment(a) - moment(b)
        : Number(a) - Number(b)
  if (operator.startsWith('<')) return order < 0 || (operator === '<=' && order === 0)
  return order > 0 || (operator === '>=' && order === 0)
}

function toEql(model: Model): string {
  switch (model.is) {
    case 'and':
    case 'or':
      return `(${model.of.map(toEql).join(` ${model.is} `)})`
    case 'not':
      return `NOT (${toEql(model.of)})`
    case 'like':
      return `[title] like ${quoted(model.text)}`
    case 'in':
      return `[${model.field}] in (${model.values.map(quoted).join(', ')})`
    case 'empty':
      return `[${model.field}] is null`
    default:
      return `[${model.field}] ${model.is} ${quoted(model.value)}`
  }
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

const names = { '=': 'eq', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const

function toObject(model: Model): unknown {
  switch (model.is) {
    case 'and':
    case 'or':
      return { [model.is]: model.of.map(toObject) }
    case 'not':
      return { not: toObject(model.of) }
    case 'like':
      return { like: [{ field: 'title' }, { const: model.text }] }
    case 'in':
      return { in: [{ field: model.field }, { list: model.values }] }
    case 'empty':
      return { eq: [{ field: model.field }, { null: '' }] }
    default:
      return { [names[model.is]]: [{ field: model.field }, { const: model.value }] }
  }
}

test('EQL text and condition object find the rows that a plain evaluation finds', async () => {
  await using database = await openTestDatabase()
  const bodies: Row[] = fc.sample(rows, { numRuns: 80, seed: 7 })
  await insertRows(
    database.single,
    bodies.map((body, index) => ({ index, body })),
  )

  async function find(filter: unknown): Promise<number[]> {
    const condition = readFilter(filter)!
    const e = sql`e`
    const found = await database.reader.rows<{ idx: string }>(
      sql`select idx from element e where ${deals.scope(e)} and ${predicate(condition, deals, e, setting).sql} order by idx`,
    )
    return found.map((row) => Number(row.idx))
  }

  const property = fc.asyncProperty(models, async (model) => {
    const expected = bodies.flatMap((body, index) => (holds(model, body) ? [index] : []))
    assert.deepEqual(await find({ eql: { query: toEql(model) } }), expected, toEql(model))
    assert.deepEqual(await find(toObject(model)), expected, JSON.stringify(toObject(model)))
  })
  await fc.assert(property, { numRuns: 300 })
})
