import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertRefused, changed, found, made, parts, things } from '../../../../test/everything.ts'
import { type Samples, startSamples } from './list-elements.fixture.ts'

let sample: Samples
before(async () => {
  sample = await startSamples()
  // One day before and one day after now, for conditions relative to today.
  const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString()
  await made(sample.call, things, { title: 'yesterday', signedAt: day(-1), active: null, pieces: null })
  await made(sample.call, things, { title: 'tomorrow', signedAt: day(1), active: null, pieces: null })
})
after(() => sample[Symbol.asyncDispose]())

type Rows = () => readonly (readonly [query: string, found: readonly string[]])[]

const rows: Readonly<Record<string, Rows>> = {
  'comparisons with texts, numbers, true and false': () => [
    ["[title] = 'A'", ['A']],
    ['[amount] = 10', ['A']],
    ['[amount] > 10', ['B']],
    ['[amount] >= 10', ['A', 'B']],
    ['[amount] < 20.5', ['A']],
    ['[amount] <= 20.5', ['A', 'B']],
    ['[active] = true', ['A']],
    ['false = [active]', ['B']],
    ['[price] > 1500', ['B']],
  ],
  'fields with dotted parts, and fields of what a reference leads to': () => [
    ["[person.lastname] = 'Petrov'", ['B']],
    ["[part.__name] = 'Bolt'", ['A']],
    ["[owner.login] = 'clerk'", ['B']],
  ],
  'the numeric status': () => [
    ['[__status] = 2', ['B']],
    ['[__status] in (2, 3)', ['B']],
  ],
  'like: a part of it; likef: the whole against a pattern': () => [
    ["[note] like 'ёЛк'", ['A']],
    ["[note] like '%_'", ['A']],
    ["[note] likef 'ё%'", ['A', 'B']],
    ["[note] likef 'ёжи_'", ['B']],
    ["[note] likef 'жик'", []],
    ["[note] likef '%\\%\\_off%'", ['A']],
    ["[emails] like 'anna'", ['A']],
  ],
  'in a list, in a field, in a sub-query of both word orders': () => [
    ["[title] in ('A', 'C')", ['A', 'C']],
    ["[colours] in ('red', 'blue')", ['A', 'B']],
    [`'${sample.bolt}' in [parts]`, ['A']],
    ['[owner] in [watchers]', ['A', 'B']],
    ["[part] in (select [__id] from [all.parts] where [__name] = 'Bolt')", ['A']],
    ['[parts] in (from [all.parts] select [__id] where [weight] < 2)', ['A', 'B']],
    ["[owner] in (select [__id] from [_system_catalogs._users] where [login] = 'clerk')", ['B']],
    [
      '[part] in (select [__id] from [all.parts] where [madeOf] in (select [__id] from [all.parts] where [weight] = 3))',
      ['B'],
    ],
  ],
  'is null, and, or, not before a condition or a bracket': () => [
    ['[amount] is null', ['C', 'tomorrow', 'yesterday']],
    ['not [amount] is null', ['A', 'B']],
    ["[amount] > 1 and not [title] = 'B'", ['A']],
    ["[title] = 'A' or [title] = 'B' and [amount] = 10", ['A']],
    ["([title] = 'A' or [title] = 'B') and not ([amount] = 10)", ['B']],
    [`not [parts] in ('${sample.bolt}') and not [parts] is null`, ['B']],
  ],
  'Datetime with numbers, with a zone, Today and Now, and Time': () => [
    ['[signedAt] = Datetime(2026, 3, 1, 10)', ['A']],
    ["[signedAt] = Datetime(2026, 3, 1, 13, 0, 0, 'Europe/Moscow')", ['A']],
    ["[signedAt] < Datetime('Today') and [signedAt] > Datetime(2026, 5)", ['yesterday']],
    ["[signedAt] > Datetime('Now')", ['tomorrow']],
    ['[opens] < Time(9, 0)', ['A']],
    ['[opens] = Time(17)', ['B']],
  ],
  'RelativeDatetime with = and in': () => [
    ["[signedAt] = RelativeDatetime('-1d', '-1d')", ['yesterday']],
    ["[signedAt] in RelativeDatetime('0d', '+1d')", ['tomorrow']],
    ["[signedAt] in (RelativeDatetime('-1d', '+1d'))", ['tomorrow', 'yesterday']],
    ["[__createdAt] = RelativeDatetime('0y', '0y') and [title] = 'A'", ['A']],
    ["[__createdAt] = RelativeDatetime('0y+0q', '0y+3q') and [title] = 'A'", ['A']],
    ["[signedAt] > RelativeDatetime('0d', '0d')", ['tomorrow']],
    ["[signedAt] < RelativeDatetime('0d', '0d') and [signedAt] > RelativeDatetime('-2d', '-2d')", ['yesterday']],
  ],
  'CurrentUser()': () => [
    ['[owner] = CurrentUser()', ['A']],
    ['[watchers] in (CurrentUser())', ['A']],
    ['CurrentUser() in [watchers]', ['A']],
    ["[__createdBy] = CurrentUser() and [title] = 'C'", ['C']],
  ],
  'Count of a field and of a sub-query': () => [
    ['Count([parts]) = 2', ['A']],
    ['Count([parts]) > 0', ['A', 'B']],
    ['Count([parts]) = 0', ['C', 'tomorrow', 'yesterday']],
    ["Count(select [__id] from [all.parts] where [weight] > 0) = 2 and [title] = 'C'", ['C']],
  ],
  "Refitem, and the text 'ns:code:uuid'": () => [
    [`[about] in (Refitem('all', 'parts', '${sample.bolt}'))`, ['A']],
    ["[about] in (Refitem('all', 'things'))", ['B']],
    [`[about] in ('all:things:${sample.a}')`, ['B']],
  ],
  'parent and root, from inside a sub-query': () => [
    ['Count(from [all.parts] where [__id] in parent.[parts] and [weight] > 2) = 1', ['A']],
    [
      "[part] in (select [__id] from [all.parts] where [__id] in (select [__id] from [all.parts] where [__id] in root.[parts] and [__name] = 'Bolt'))",
      ['A'],
    ],
  ],
}

describe('EQL', () => {
  for (const [sentence, cases] of Object.entries(rows)) {
    it(sentence, async () => {
      for (const [query, titles] of cases()) assert.deepEqual(await sample.eql(query), titles, query)
    })
  }

  it('that is blank restricts nothing', async () => {
    for (const filter of [{ eql: { query: ' ' } }, { eql: {} }, { eql: [] }, { eql: null }]) {
      assert.equal((await sample.find(filter)).length, 5)
    }
  })

  it('evaluates the current user and the current data in each request', async () => {
    const before = "[part] in (select [__id] from [all.parts] where [code] = 'changing')"
    assert.deepEqual(await sample.eql(before), [])
    await changed(sample.call, parts, sample.nut, { code: 'changing' })
    assert.deepEqual(await sample.eql(before), ['B'])
    const { body } = await sample.call('POST', '/api/v1/tokens', { name: 'test', login: 'clerk' })
    const asClerk = sample.as(body.token)
    assert.deepEqual(await found(asClerk, things, { eql: { query: '[owner] = CurrentUser()' } }), ['B'])
  })
})

describe('invalid EQL is refused with the position', () => {
  for (const [query, sentence] of Object.entries({
    '[title] is not null': /at character 12: .*not \[title\] is null/,
    "[title] not in ('A')": /at character 9: .*not \[title\] in/,
    "[title] not like 'A'": /at character 9/,
    "[title] <> 'A'": /at character 9: .*not \[title\] =/,
    "[colours] = 'red'": /several values; write "in"/,
    '[title] = 5': /\[title\] is text; 5 is not/,
    "[amount] = 'x'": /\[amount\] is a number; 'x' is not/,
    "[title] = 'A": /at character 11: .*no closing quote/,
    '[title': /at character 1: .*never closed/,
    "title = 'A'": /at character 1/,
    "[title] = 'A' and": /at character 18/,
    '[title] = null': /is null/,
    "not not [title] = 'A'": /at character 5/,
    "[signedAt] like RelativeDatetime('-1d','0d')": /needs a text/,
    "[signedAt] = RelativeDatetime('-1x','0d')": /offsets/,
    "[signedAt] = Datetim('Today')": /unknown function "datetim"; did you mean "Datetime"\?/,
    '[signedAt] = Datetime(2026, 13)': /Datetime takes/,
    '[part] in (select [__id] from [all.nothing])': /unknown application \[all\.nothing\]/,
    'parent.[title] = [title]': /only be used inside a sub-query/,
    "[title] = 'A'; drop table element": /at character 14/,
  })) {
    it(query, async () => assertRefused(await sample.ask({ eql: { query } }), 400, 'query.wrong_eql', sentence))
  }

  it('and an unknown field with a suggestion', async () => {
    const answer = await sample.ask({ eql: { query: "[titel] = 'A'" } })
    assertRefused(
      answer,
      400,
      'query.unknown_field',
      /at character 1: unknown field \[titel\]; did you mean \[title\]\?/,
    )
  })

  it('and a value that is not text, or longer than 32 KiB', async () => {
    assertRefused(await sample.ask({ eql: { query: 5 } }), 400, 'query.wrong_filter', /"eql" must be/)
    const query = `[title] = '${'a'.repeat(33_000)}'`
    assertRefused(await sample.ask({ eql: { query } }), 400, 'query.too_complex', /32 KiB/)
  })
})
