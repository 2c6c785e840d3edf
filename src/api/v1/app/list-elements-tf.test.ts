import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertDone, assertRefused, changed, things } from '../../../../test/everything.ts'
import { folder, type Samples, startSamples } from './list-elements.fixture.ts'

let sample: Samples
before(async () => {
  sample = await startSamples()
})
after(() => sample[Symbol.asyncDispose]())

const tf = (table: object): Promise<string[]> => sample.find({ tf: table })
const nobody = '0b6f7b2e-2f0f-4f5a-9c53-ffffffffffff'

/** The expected titles for each criterion. `Rows` is a function, because ids are known only when the server runs. */
type Rows = () => readonly (readonly [criterion: object, found: readonly string[]])[]

const rows: Readonly<Record<string, Rows>> = {
  'text: a part of it, upper and lower case alike, and no pattern': () => [
    [{ title: 'a' }, ['A']],
    [{ note: 'ёлк' }, ['A']],
    [{ note: 'ЁЖИК' }, ['B']],
    [{ note: '50%_' }, ['A']],
    [{ note: '%' }, ['A']],
    [{ note: '\\' }, ['A']],
    [{ note: '_' }, ['A']],
    [{ site: 'EXAMPLE.org/p' }, ['A']],
    [{ __name: 'b' }, ['B']],
    [{ note: "'; drop table element; --" }, []],
  ],
  'number: {min, max}, both inclusive, each may be open': () => [
    [{ amount: { min: 10, max: 20.5 } }, ['A', 'B']],
    [{ amount: { min: 10.1, max: 20.4 } }, []],
    [{ amount: { min: 20.5, max: 20.5 } }, ['B']],
    [{ amount: { min: 11 } }, ['B']],
    [{ amount: { max: 11, min: null } }, ['A']],
    [{ amount: { min: -(2 ** 63), max: 2 ** 63 } }, ['A', 'B', 'C']],
    [{ amount: {} }, ['A', 'B', 'C']],
    [{ amount: 10 }, ['A']],
    [{ price: { min: 1500, max: null } }, ['B']],
    [{ 'price.currency': 'eur' }, ['B']],
    [{ __index: { min: 1, max: 2 } }, ['A', 'B']],
  ],
  'moment: {min, max} as RFC 3339 or a date, inclusive, in UTC': () => [
    [{ signedAt: { min: '2026-03-01T10:00:00Z', max: '2026-04-01T00:00:00Z' } }, ['A', 'B']],
    [{ signedAt: { min: '2026-03-01T10:00:01Z', max: '2026-03-31T23:59:59Z' } }, []],
    [{ signedAt: { min: '2026-03-01T13:00:00+03:00', max: '2026-03-01T13:00:00+03:00' } }, ['A']],
    [{ signedAt: { min: '2026-03-01', max: '2026-03-02' } }, ['A']],
    [{ signedAt: { min: '1970-01-01', max: '3000-01-01' } }, ['A', 'B']],
    [{ signedAt: { min: '2026-03-15T00:00:00.000Z' } }, ['B']],
    [{ due: { min: '2026-03-01', max: '2026-03-01' } }, ['A']],
    [{ opens: { min: '08:00', max: '09:00' } }, ['A']],
    [{ __createdAt: { min: '1970-01-01', max: '3000-01-01' } }, ['A', 'B', 'C']],
    [{ __updatedAt: { min: '2000-01-01T00:00:00Z', max: '2001-01-01T00:00:00Z' } }, []],
  ],
  'yes or no: equal, and neither to what is empty': () => [
    [{ active: true }, ['A']],
    [{ active: false }, ['B']],
  ],
  'category: any of, in all four spellings': () => [
    [{ kind: 'small' }, ['A']],
    [{ kind: ['small', 'large'] }, ['A', 'B']],
    [{ kind: { code: 'large' } }, ['B']],
    [{ kind: [{ code: 'large' }] }, ['B']],
    [{ colours: 'green' }, ['A']],
    [{ colours: ['green', 'blue'] }, ['A', 'B']],
    [{ kind: [] }, []],
  ],
  'reference: a list of ids, any of which': () => [
    [{ part: [sample.bolt] }, ['A']],
    [{ parts: [sample.nut] }, ['A', 'B']],
    [{ parts: [nobody, sample.bolt.toUpperCase()] }, ['A']],
    [{ about: [{ namespace: 'all', code: 'parts', id: sample.bolt }] }, ['A']],
  ],
  'user: an id or a list of them': () => [
    [{ owner: sample.clerkId }, ['B']],
    [{ owner: [sample.clerkId, sample.userId] }, ['A', 'B']],
    [{ watchers: sample.clerkId }, ['A', 'B']],
    [{ watchers: [sample.userId] }, ['A']],
    [{ __createdBy: sample.userId }, ['A', 'B', 'C']],
    [{ __createdBy: [sample.clerkId] }, []],
  ],
  'status: a number or several': () => [
    [{ __status: 2 }, ['B']],
    [{ __status: [1, 2] }, ['A', 'B', 'C']],
    [{ __status: 77 }, []],
  ],
  'id: equal': () => [
    [{ __id: sample.a }, ['A']],
    [{ __id: sample.a.toUpperCase() }, ['A']],
    [{ __id: nobody }, []],
    [{ folder }, ['A']],
  ],
  'e-mail, phone, account: a part of any entry': () => [
    [{ emails: 'anna@' }, ['A']],
    [{ emails: 'example.net' }, ['A']],
    [{ phones: '495 111' }, ['A']],
    [{ phones: '112' }, ['A']],
    [{ accounts: 'ANNA' }, ['A']],
  ],
  'full name: a part of the whole, or of one part by its key': () => [
    [{ person: 'petrov' }, ['A', 'B']],
    [{ person: 'ivanova anna p' }, ['A']],
    [{ 'person.lastname': 'petrov' }, ['B']],
    [{ 'person.middlename': 'petrov' }, ['A']],
  ],
  'fields of what a reference leads to, by a dot': () => [
    [{ 'part.code': 'm8' }, ['A', 'B']],
    [{ 'part.__name': 'bolt' }, ['A']],
    [{ 'part.keeper.login': 'clerk' }, ['A']],
    [{ 'owner.fullname.lastname': 'petrov' }, ['B']],
  ],
  'null: the field is empty, whatever its type': () => [
    ...[
      'note',
      'amount',
      'signedAt',
      'kind',
      'colours',
      'price',
      'phones',
      'person',
      'owner',
      'part',
      'parts',
      'about',
    ].map((code) => [{ [code]: null }, ['C']] as const),
    ...['emails', 'site', 'lines', 'folder', 'extra', 'roles'].map((code) => [{ [code]: null }, ['B', 'C']] as const),
    [{ active: null }, ['C']],
    [{ __externalId: null, __deletedAt: null }, ['A', 'B', 'C']],
  ],
}

describe('tf', () => {
  for (const [sentence, cases] of Object.entries(rows)) {
    it(sentence, async () => {
      for (const [criterion, titles] of cases())
        assert.deepEqual(await tf(criterion), titles, JSON.stringify(criterion))
    })
  }

  it('combines its entries with AND', async () => {
    assert.deepEqual(await tf({ person: 'petrov', amount: { min: 15 } }), ['B'])
    assert.deepEqual(await tf({ kind: 'small', active: false }), [])
  })

  it('that is empty, absent or an empty list restricts nothing', async () => {
    for (const filter of [{ tf: {} }, { tf: [] }, { tf: null }, {}, [], null, undefined]) {
      assert.deepEqual(await sample.find(filter), ['A', 'B', 'C'])
    }
  })

  it('may be left out: unknown keys of the filter are entries of tf', async () => {
    assert.deepEqual(await sample.find({ kind: 'small' }), ['A'])
    assert.deepEqual(await sample.find({ 'person.lastname': 'petrov', tf: { kind: 'large' } }), ['B'])
  })

  it('may be nested in conditions', async () => {
    assert.deepEqual(await sample.find({ and: [{ tf: { kind: 'small' } }, { tf: { active: true } }] }), ['A'])
    assert.deepEqual(await sample.find({ or: [{ tf: { kind: 'small' } }, { tf: { kind: null } }] }), ['A', 'C'])
  })

  it('accepts bounds of typed clients as numbers of any size', async () => {
    const text = '{"filter":{"tf":{"amount":{"min":-9223372036854775808,"max":9223372036854775807}}}}'
    const answer = await sample.call('POST', `${things}/list`, text)
    assertDone(answer)
    assert.equal(answer.body.result.total, 3)
  })

  it('finds elements by times that were read, to the second', async () => {
    const { __createdAt, __updatedAt } = await changed(sample.call, things, sample.a, {})
    const both = {
      __createdAt: { min: __createdAt, max: __createdAt },
      __updatedAt: { min: __updatedAt, max: __updatedAt },
    }
    assert.ok((await tf(both)).includes('A'))
  })
})

describe('a criterion is refused', () => {
  it('when it is a bare id instead of a list of ids', async () => {
    assertRefused(await sample.ask({ tf: { part: sample.bolt } }), 400, 'field.wrong_criterion', /"part".*array of ids/)
  })

  it('when it does not fit the type of its field, with the name of the field', async () => {
    for (const [code, criterion] of Object.entries({
      title: 5,
      amount: 'x',
      pieces: { min: 'x' },
      signedAt: { min: 'yesterday' },
      due: 5,
      active: 'yes',
      kind: 5,
      owner: 'me',
      part: ['x'],
      emails: {},
      __status: 'draft',
      lines: 'x',
      extra: 'x',
    })) {
      const answer = await sample.ask({ tf: { [code]: criterion } })
      assertRefused(answer, 400, 'field.wrong_criterion', new RegExp(`"${code}"`))
    }
    assert.equal((await sample.ask({ tf: { __id: 'x' } })).status, 400)
  })

  it('when it has another key beside min and max', async () => {
    const answer = await sample.ask({ tf: { amount: { mn: 1 } } })
    assertRefused(answer, 400, 'field.wrong_criterion', /unknown key "mn" in {min, max}; did you mean "min"\?/)
  })

  it('for an unknown field, with a suggestion', async () => {
    const answer = await sample.ask({ tf: { amont: 1 } })
    assertRefused(answer, 400, 'query.unknown_field', /unknown field "amont"; did you mean "amount"\?/)
    const inner = await sample.ask({ tf: { 'part.codde': 'x' } })
    assertRefused(inner, 400, 'query.unknown_field', /"part\.codde"; did you mean "part\.code"\?/)
    assertRefused(await sample.ask({ kin: 'small' }), 400, 'query.unknown_field', /"kin"; did you mean "kind"\?/)
  })
})
