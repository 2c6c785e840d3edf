import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentExpressions as language } from '../../../process/index.ts'
import { valueFormat } from '../values/format-value.ts'
import { compileOutline } from './check-outline.ts'
import { fillOutline } from './fill-outline.ts'
import type { ValueTypes } from './language.ts'
import { outlineOfText } from './scan-text.ts'

const types: ValueTypes = {
  amount: 'number',
  signed: 'date',
  at: 'date and time',
  urgent: 'boolean',
  title: 'string',
  note: 'Any',
  price: { context: { amount: 'number', currency: 'string' } },
  customer: { context: { __name: 'string', city: 'string' } },
  rows: { list: { context: { item: 'string', price: 'number' } } },
  tags: { list: 'string' },
}
const json = {
  amount: '1234567.5',
  signed: '2026-03-05',
  at: '2026-03-05T21:30:00Z',
  urgent: true,
  title: 'Supply',
  price: { amount: '1000.00', currency: 'RUB' },
  customer: { __name: 'Acme', city: 'Riga' },
  rows: [
    { item: 'Paper', price: 10 },
    { item: 'Ink', price: 20 },
  ],
  tags: ['a', 'b'],
}

const problemsOf = (text: string): string[] => {
  const { nodes, problems } = outlineOfText(text)
  return [...problems, ...compileOutline(nodes, types, language).problems].map(({ message }) => message)
}

async function filled(text: string, in_: 'en' | 'ru' = 'en', values: Readonly<Record<string, unknown>> = json) {
  const { nodes } = outlineOfText(text)
  const compiled = compileOutline(nodes, types, language)
  assert.deepEqual(compiled.problems, [])
  const evaluation = language.begin({ nowMs: Date.parse('2026-06-01T00:00:00Z'), timeZone: 'Europe/Moscow' })
  const get = (name: string) =>
    Object.hasOwn(types, name) ? language.fromJson(values[name] ?? null, types[name]!) : undefined
  const format = valueFormat(language, in_, 'Europe/Moscow')
  return fillOutline(compiled.nodes, { get }, { language, evaluation, format })
}

/** Returns the only value of a text with one placeholder. */
async function shown(text: string, in_: 'en' | 'ru' = 'en'): Promise<string> {
  return Object.values((await filled(text, in_)).values)[0]!.replaceAll(/[\u00a0\u202f]/g, ' ')
}

describe('a value in a document', () => {
  const cases: readonly [string, string, string][] = [
    ['{{title}}', 'Supply', 'Supply'],
    ['{{amount}}', '1,234,567.5', '1 234 567,5'],
    ['{{amount * 2}}', '2,469,135', '2 469 135'],
    ['{{signed}}', '5 March 2026', '05.03.2026'],
    ['{{at}}', '6 March 2026 at 00:30', '06.03.2026, 00:30'],
    ['{{price}}', 'RUB 1,000.00', '1 000,00 ₽'],
    ['{{urgent}}', 'yes', 'да'],
    ['{{customer}}', 'Acme', 'Acme'],
    ['{{customer.city}}', 'Riga', 'Riga'],
    ['{{tags}}', 'a, b', 'a, b'],
    ['{{note}}', '', ''],
    ['{{if urgent then “at once” else "later"}}', 'at once', 'at once'],
    ['{{sum(rows.price)}}', '30', '30'],
  ]
  for (const [text, english, russian] of cases) {
    it(`of ${text} is in the language of the template`, async () => {
      assert.deepEqual([await shown(text), await shown(text, 'ru')], [english, russian])
    })
  }
})

describe('a section', () => {
  it('repeats over a list with the entries of each item, its position, and the names around it', async () => {
    const { sections } = await filled('{{#rows}}{{position}} {{item}} {{price * amount}} {{title}}{{/rows}}')
    assert.deepEqual(
      sections.rows!.map(({ values }) => Object.values(values)),
      [
        ['1', 'Paper', '12,345,675', 'Supply'],
        ['2', 'Ink', '24,691,350', 'Supply'],
      ],
    )
    const { sections: ofTexts } = await filled('{{#tags}}{{item}}{{/tags}}')
    assert.deepEqual(
      ofTexts.tags!.map(({ values }) => values.item),
      ['a', 'b'],
    )
  })

  it('over a filtered list, a condition, an object or nothing', async () => {
    const count = async (text: string) => Object.values((await filled(text)).sections)[0]!.length
    assert.equal(await count('{{#rows[price > 15]}}{{item}}{{/}}'), 1)
    assert.equal(await count('{{#amount > 1000 and urgent}}a{{/}}'), 1)
    assert.equal(await count('{{#amount < 1000}}a{{/}}'), 0)
    assert.equal(await count('{{#customer}}{{city}}{{/}}'), 1)
    assert.equal(await count('{{#note}}a{{/}}'), 0)
  })

  it('that is inverted shows its content when there is nothing', async () => {
    assert.deepEqual(Object.entries((await filled('{{^note}}{{title}}{{/}}')).values), [['title', 'Supply']])
    assert.deepEqual(Object.entries((await filled('{{^rows}}{{title}}{{/}}')).values), [])
  })
})

describe('a placeholder is refused', () => {
  const cases: readonly [string, RegExp][] = [
    ['{{amont}}', /^{{amont}}: unknown name "amont" at 1:1; did you mean "amount"\?$/],
    ['{{customer.cty}}', /^{{customer.cty}}: unknown name "cty" at 1:10; did you mean "city"\?$/],
    ['{{rows.prize}}', /unknown name "prize" at 1:6; did you mean "price"/],
    ['{{#rows}}{{itm}}{{/}}', /^{{itm}}: unknown name "itm".*did you mean "item"/],
    ['{{#amount > 5}}{{itm}}{{/}}', /^{{itm}}: unknown name "itm"/],
    ['{{count}}', /unknown name "count"/],
    ['{{trim(title)}}', /^{{trim\(title\)}}: unknown function "trim" at 1:1$/],
    ['{{#rows}}{{trim(item.name)}}{{/}}', /unknown function "trim" at 1:1/],
    ['{{abs(amount, 1)}}', /abs\(\) does not take 2 arguments/],
    ['{{amount +}}', /^{{amount \+}}: /],
    ['{{a}', /begins with {{ and ends with }}/],
    [`{{#rows}}`.repeat(12), /nested more than 10 deep/],
    [`{{${'a'.repeat(3000)}}}`, /at most 2000 characters/],
  ]
  for (const [text, expected] of cases) {
    it(`for ${text.slice(0, 40)}`, () => assert.match(problemsOf(text)[0] ?? '', expected))
  }
})

describe('a document is limited', () => {
  it('in the number of its values', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ item: `${at}`, price: at }))
    const columns = Array.from({ length: 6 }, (_, at) => `{{price + ${at}}}`).join('')
    await assert.rejects(filled(`{{#rows}}${columns}{{/rows}}`, 'en', { rows }), {
      code: 'document_template.too_large',
    })
  })

  it('in the steps of its expressions', async () => {
    await assert.rejects(filled('{{count(for i in 1..100000, j in 1..100000 return i)}}'), {
      code: 'expression.limit_exceeded',
    })
  })
})
