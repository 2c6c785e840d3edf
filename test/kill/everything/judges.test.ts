import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeRuns } from './judge-imports.ts'
import { judgeSheet, type SeenSheet } from './judge-sheet.ts'
import { judgeWebhooks, type WebhookOutcome } from './judge-webhooks.ts'

const people = [{ id: 'anna' }, { id: 'boris' }]
const sheet: SeenSheet = {
  id: 's',
  state: 'approved',
  round: 1,
  respondents: people.map(({ id }) => ({ id: `r-${id}`, userId: id, state: 'approved' })),
  history: [
    ...people.map(({ id }) => ({ kind: 'answered', respondentId: `r-${id}` })),
    { kind: 'ended', respondentId: null },
  ],
}

describe('the judge of sheets', () => {
  it('finds nothing when all promises are kept', () => assert.deepEqual(judgeSheet('s', [sheet], people), []))

  const wrong: readonly (readonly [string, readonly SeenSheet[], RegExp])[] = [
    ['a lost sheet', [], /has 0 sheets/],
    ['a sheet that was started twice', [sheet, { ...sheet, id: 't' }], /has 2 sheets/],
    ['a sheet that does not end', [{ ...sheet, state: 'inProgress' }], /is inProgress/],
    ['a lost answer', [{ ...sheet, history: sheet.history.slice(1) }], /anna .* with 0 answers/],
    [
      'an answer that was given twice',
      [{ ...sheet, history: [sheet.history[0]!, ...sheet.history] }],
      /anna .* with 2 answers/,
    ],
    ['an end that came twice', [{ ...sheet, history: [...sheet.history, sheet.history[2]!] }], /has ended 2 times/],
  ]
  for (const [what, sheets, problem] of wrong)
    it(`finds ${what}`, () => assert.match(judgeSheet('s', sheets, people).join('\n'), problem))
})

describe('the judge of imports', () => {
  const runs = new Map([['a', 'acked'] as const, ['b', 'refused'] as const])
  const stored = (elements: number, lines: number, last: number, run = 'a') => [{ run, elements, lines, last }]

  it('finds nothing when every line is stored once', () =>
    assert.deepEqual(judgeRuns(runs, 10, stored(10, 10, 10)), []))

  it('finds missing, doubled and unknown lines', () => {
    assert.match(judgeRuns(runs, 10, [])[0]!, /stored 0 lines/)
    assert.match(judgeRuns(runs, 10, stored(9, 9, 10))[0]!, /stored 9 lines up to 10/)
    assert.match(judgeRuns(runs, 10, stored(11, 10, 10))[0]!, /10 lines up to 10 in 11 elements/)
    const refused = [...stored(10, 10, 10), ...stored(1, 1, 1, 'b')]
    assert.match(judgeRuns(runs, 10, refused)[0]!, /of b, which is refused/)
    assert.match(judgeRuns(runs, 10, [...stored(10, 10, 10), ...stored(1, 1, 1, 'c')])[0]!, /of c was never requested/)
  })
})

describe('the judge of webhooks', () => {
  const right: WebhookOutcome = {
    acked: ['m1', 'm2'],
    refused: ['m3'],
    changes: [
      { id: 'e', rev: 1, action: 'create', mark: 'm1' },
      { id: 'e', rev: 2, action: 'update', mark: 'm2' },
    ],
    deliveries: [{ id: 'd1', element: 'e', rev: 1, state: 'delivered' }],
    received: [
      { id: 'd1', element: 'e', rev: 1 },
      { id: 'd2', element: 'e', rev: 2 },
      { id: 'd1', element: 'e', rev: 1 },
    ],
  }
  const [first, second] = right.received

  it('finds nothing when all promises are kept', () => assert.deepEqual(judgeWebhooks(right), []))

  const wrong: readonly (readonly [string, Partial<WebhookOutcome>, RegExp])[] = [
    ['a lost write', { acked: ['m1', 'm2', 'm4'] }, /write m4 is stored 0 times/],
    ['a refused write that is stored', { refused: ['m2'] }, /refused write m2 is stored/],
    ['a delivery that is left', { deliveries: [{ ...right.deliveries[0]!, state: 'pending' }] }, /d1 is pending/],
    ['a change that was never delivered', { received: [first!] }, /revision 2 of e was never delivered/],
    ['a second id', { received: [first!, second!, { ...second!, id: 'd3' }] }, /delivered under 2 ids/],
    ['the wrong order', { received: [second!, first!] }, /revision 1 of e was delivered after revision 2/],
    [
      'a change that is not stored',
      { received: [...right.received, { id: 'd4', element: 'f', rev: 1 }] },
      /revision 1 of f was delivered, but it is not stored/,
    ],
  ]
  for (const [what, change, problem] of wrong)
    it(`finds ${what}`, () => assert.match(judgeWebhooks({ ...right, ...change }).join('\n'), problem))
})
