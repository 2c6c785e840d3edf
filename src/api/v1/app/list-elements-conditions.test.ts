import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused } from '../../../../test/everything.ts'
import { type Samples, startSamples } from './list-elements.fixture.ts'

let sample: Samples
before(async () => {
  sample = await startSamples()
})
after(() => sample[Symbol.asyncDispose]())

const field = (code: string) => ({ field: code })
const constant = (value: unknown) => ({ const: value })
const list = (...values: unknown[]) => ({ list: values })

type Rows = () => readonly (readonly [filter: object, found: readonly string[]])[]

const rows: Readonly<Record<string, Rows>> = {
  'eq and neq: equal, and everything else, the empty included': () => [
    [{ eq: [field('title'), constant('A')] }, ['A']],
    [{ eq: [constant(20.5), field('amount')] }, ['B']],
    [{ eq: [field('active'), constant(false)] }, ['B']],
    [{ eq: [field('__id'), constant(sample.c)] }, ['C']],
    [{ eq: [field('__status'), constant(2)] }, ['B']],
    [{ neq: [field('amount'), constant(10)] }, ['B', 'C']],
  ],
  'eq with null: the field is empty': () => [
    [{ eq: [field('amount'), { null: '' }] }, ['C']],
    [{ eq: [field('__deletedAt'), { null: '' }] }, ['A', 'B', 'C']],
    [{ eq: [field('emails'), { const: null }] }, ['B', 'C']],
    [{ neq: [field('emails'), { null: '' }] }, ['A']],
    [{ eq: [field('amount'), null] }, ['C']],
    [{ eq: [null, field('emails')] }, ['B', 'C']],
    [{ neq: [field('emails'), null] }, ['A']],
    [{ and: [{ eq: [field('__deletedAt'), null] }, { neq: [field('amount'), null] }] }, ['A', 'B']],
  ],
  'gt, gte, lt, lte: order, with the constant on either side': () => [
    [{ gt: [field('amount'), constant(10)] }, ['B']],
    [{ gte: [field('amount'), constant(10)] }, ['A', 'B']],
    [{ lt: [field('amount'), constant(20.5)] }, ['A']],
    [{ lte: [field('amount'), constant(20.5)] }, ['A', 'B']],
    [{ gt: [constant(15), field('amount')] }, ['A']],
    [{ gte: [field('signedAt'), constant('2026-03-15')] }, ['B']],
    [{ lt: [field('__index'), field('amount')] }, ['A', 'B']],
  ],
  'like: a part of a text, nothing in it is a pattern': () => [
    [{ like: [field('note'), constant('ёлк')] }, ['A']],
    [{ like: [field('note'), constant('50%_')] }, ['A']],
    [{ like: [field('emails'), constant('EXAMPLE')] }, ['A']],
  ],
  'in: the value, or one of several, is among; either order': () => [
    [{ in: [field('title'), list('A', 'C')] }, ['A', 'C']],
    [{ in: [field('amount'), list(10, 20.5)] }, ['A', 'B']],
    [{ in: [field('colours'), list('red', 'blue')] }, ['A', 'B']],
    [{ in: [constant('green'), field('colours')] }, ['A']],
    [{ in: [field('kind'), list({ code: 'large' })] }, ['B']],
    [{ in: [field('title'), list()] }, []],
    [{ in: [field('about'), list({ namespace: 'all', code: 'parts', id: sample.bolt })] }, ['A']],
    [{ in: [constant({ namespace: 'all', code: 'things', id: sample.a }), field('about')] }, ['B']],
    [{ in: [field('__id'), list(sample.a, sample.b)] }, ['A', 'B']],
  ],
  'link: the reference leads to one of': () => [
    [{ link: [field('part'), list(sample.bolt)] }, ['A']],
    [{ link: [field('parts'), list(sample.bolt, sample.nut)] }, ['A', 'B']],
    [{ link: [field('owner'), list(sample.clerkId)] }, ['B']],
  ],
  'has and all: one of several values is there, or each of them': () => [
    [{ has: [field('colours'), constant('green')] }, ['A']],
    [{ has: [field('parts'), constant(sample.nut)] }, ['A', 'B']],
    [{ all: [field('colours'), list('red', 'green')] }, ['A']],
    [{ all: [field('parts'), list(sample.bolt, sample.nut)] }, ['A']],
    [{ all: [field('parts'), list()] }, []],
  ],
  'and, or, not: nested as deep as one likes': () => [
    [{ and: [{ eq: [field('kind'), constant('small')] }, { gt: [field('amount'), constant(5)] }] }, ['A']],
    [{ or: [{ eq: [field('title'), constant('A')] }, { eq: [field('title'), constant('C')] }] }, ['A', 'C']],
    [{ not: { eq: [field('amount'), constant(10)] } }, ['B', 'C']],
    [{ not: [{ in: [field('title'), list('A')] }] }, ['B', 'C']],
    [{ and: [{ or: [{ tf: { kind: 'small' } }, { tf: { kind: 'large' } }] }, { not: { tf: { title: 'A' } } }] }, ['B']],
    [{ and: [] }, ['A', 'B', 'C']],
    [{ and: [{}] }, ['A', 'B', 'C']],
    [{ or: [] }, []],
    [{ not: { not: { tf: { title: 'A' } } } }, ['A']],
  ],
  'several keys of one filter, all joined by AND': () => [
    [{ tf: { kind: 'small' }, gt: [field('amount'), constant(5)], eql: { query: "[title] = 'A'" } }, ['A']],
    [{ tf: { kind: 'small' }, eql: { query: "[title] = 'B'" } }, []],
  ],
}

describe('a condition', () => {
  for (const [sentence, cases] of Object.entries(rows)) {
    it(sentence, async () => {
      for (const [filter, titles] of cases())
        assert.deepEqual(await sample.find(filter), titles, JSON.stringify(filter))
    })
  }

  it('may have the form of vendor scripts: an `and` with tf inside, and __deletedAt equal to null', async () => {
    const deleted = { eq: [field('__deletedAt'), { null: '' }] }
    assert.deepEqual(await sample.find({ and: [deleted, { tf: { amount: { min: 1, max: null } } }] }), ['A', 'B'])
  })
})

describe('a condition is refused', () => {
  for (const [what, filter] of Object.entries({
    'with one operand': { eq: [field('title')] },
    'with three operands': { eq: [field('title'), constant(1), constant(2)] },
    'without a list of operands': { eq: { field: 'title' } },
    'with an operand of no known kind': { eq: [field('title'), { value: 'A' }] },
    'of two constants': { eq: [constant(1), constant(1)] },
    'of a number with a text': { gt: [field('amount'), constant('x')] },
    'of a field of several values with eq': { eq: [field('colours'), constant('red')] },
    'that orders ids': { gt: [field('__id'), constant('0b6f7b2e-2f0f-4f5a-9c53-0123456789ab')] },
    'in a filter that is no object': 'x',
    'in and, when it is no list': { and: {} },
    'when it is null': { or: [null] },
    'of a reference whose id is none': { in: [field('about'), list({ namespace: 'all', code: 'parts', id: 5 })] },
    'of a reference whose id is no uuid': { in: [field('about'), list({ namespace: 'all', code: 'parts', id: 'x' })] },
  })) {
    it(what, async () => {
      const { status, body } = await sample.ask(filter)
      assert.deepEqual([status, body.success], [400, false])
      assert.ok(body.error.length > 5)
    })
  }

  it('for an unknown field, with a suggestion', async () => {
    const answer = await sample.ask({ eq: [field('titel'), constant('A')] })
    assertRefused(answer, 400, 'query.unknown_field', /unknown field "titel"; did you mean "title"\?/)
  })

  it('when it searches for a text of more than a thousand characters, in any form', async () => {
    const [longest, longer] = ['a'.repeat(1000), 'a'.repeat(1001)]
    for (const filter of [
      { like: [field('title'), constant(longer)] },
      { tf: { title: longer } },
      { tf: { emails: longer } },
      { eql: { query: `[title] like '${longer}'` } },
      { eql: { query: `[title] likef '%${longest}'` } },
      { or: Array.from({ length: 11 }, () => ({ tf: { title: longest } })) },
    ]) {
      const { status, body } = await sample.ask(filter)
      assert.deepEqual([status, body.success], [400, false], JSON.stringify(body))
      assert.match(body.error, /at most 1000 characters/)
    }
    assert.deepEqual(await sample.find({ tf: { title: longest } }), [])
  })

  it('when it has too many parts, or they are nested too deep', async () => {
    const one = { eq: [field('title'), constant('A')] }
    assertRefused(await sample.ask({ or: Array(600).fill(one) }), 400, 'query.too_complex', /at most 500/)
    const deep = Array.from({ length: 40 }).reduce<object>((inner) => ({ not: inner }), one)
    assertRefused(await sample.ask(deep), 400, 'query.too_complex', /nested/)
  })
})
