import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge } from './judge.ts'
import type { Entry } from './ledger.ts'
import type { Element, Observed, Revision } from './observe.ts'

const values = { full_name: 'w1', address: 'w1', tax_id: 't1' }

function entry(given: Partial<Entry>): Entry {
  const standard = {
    action: 'update',
    id: 'a',
    values: {},
    sentMs: 0,
    endedMs: 0,
    outcome: 'acked',
    rev: undefined,
  } as const
  return { ...standard, ...given }
}

const created = entry({ action: 'create', values, rev: 1, sentMs: 0, endedMs: 1 })
const renamed = entry({ values: { full_name: 'w2', address: 'w2' }, rev: 2, sentMs: 2, endedMs: 3 })
const verified = entry({ action: 'set-status', values: { __status: 'verified' }, rev: 3, sentMs: 4, endedMs: 5 })

const history: readonly Revision[] = [
  { rev: 1, action: 'create', before: { full_name: null, address: null, tax_id: null }, after: values },
  { rev: 2, action: 'update', before: { full_name: 'w1', address: 'w1' }, after: { full_name: 'w2', address: 'w2' } },
  { rev: 3, action: 'set-status', before: { __status: 'new' }, after: { __status: 'verified' } },
]
const element: Element = {
  id: 'a',
  values: { full_name: 'w2', address: 'w2', tax_id: 't1', __deletedAt: null, __status: 'verified' },
  rev: 3,
  history,
}
const entries = [created, renamed, verified]

const seen = (...elements: Element[]): Observed => ({
  elements,
  totals: { all: elements.length, live: elements.filter((one) => one.values.__deletedAt === null).length },
})

/** Returns the element as if only its first `rev` revisions had been stored. */
function upTo(rev: number): Element {
  const state = Object.assign({}, ...history.slice(0, rev).map(({ after }) => after))
  const fresh = { __deletedAt: null, __status: 'new' }
  return { ...element, rev, history: history.slice(0, rev), values: { ...fresh, ...state } }
}

const without = (field: string): Element => {
  const torn = { ...history[1]!, before: { address: 'w1' }, after: { address: 'w2' } }
  return { ...element, values: { ...element.values, [field]: 'w1' }, history: history.with(1, torn) }
}

describe('the comparison of answers with stored data', () => {
  it('finds nothing when all promises are kept', () => {
    assert.deepEqual(judge(entries, seen(element)), [])
  })

  it('accepts a write in doubt with and without an effect', () => {
    const inDoubt = [created, { ...renamed, outcome: 'in doubt', rev: undefined } as const]
    assert.deepEqual(judge(inDoubt, seen(upTo(2))), [])
    assert.deepEqual(judge(inDoubt, seen(upTo(1))), [])
    assert.deepEqual(judge([{ ...created, id: undefined, outcome: 'in doubt' }], seen()), [])
  })

  it('accepts a status that was already set and was answered without a revision', () => {
    const again = { ...verified, sentMs: 6, endedMs: 7 }
    assert.deepEqual(judge([...entries, again], seen(element)), [])
  })

  const planted: readonly [string, RegExp, readonly Entry[], Observed][] = [
    ['a lost create', /lost create/, entries, seen()],
    ['a lost update', /lost update/, entries, seen(upTo(1))],
    ['a lost status', /lost revision: set-status/, entries, seen(upTo(2))],
    ['an update of which only half is stored', /torn: revision 2/, entries, seen(without('full_name'))],
    [
      'half of a create',
      /torn: a has only a part/,
      [created],
      seen({
        ...upTo(1),
        values: { ...upTo(1).values, tax_id: null },
        history: [{ ...history[0]!, after: { full_name: 'w1', address: 'w1' } }],
      }),
    ],
    [
      'a counter that counts one too many',
      /wrong counter: the total is 2/,
      entries,
      { ...seen(element), totals: { all: 2, live: 1 } },
    ],
    [
      'a counter of live ones that is off',
      /wrong counter: the total of live/,
      entries,
      { ...seen(element), totals: { all: 1, live: 0 } },
    ],
    [
      'a refused write that has an effect',
      /was refused, but revision 2/,
      [created, { ...renamed, outcome: 'refused', rev: undefined }, verified],
      seen(element),
    ],
    [
      'a refused create that is there',
      /was refused, but element a exists/,
      [{ ...created, id: undefined, outcome: 'refused' }],
      seen(upTo(1)),
    ],
    [
      'an internal error',
      /answered with 500/,
      [...entries, entry({ outcome: 'in doubt', status: 500 })],
      seen(element),
    ],
    ['an element that no client created', /was not created by any client/, [], seen(upTo(1))],
    ['a revision that no client wrote', /was not written by any client/, [created], seen(upTo(2))],
    ['a status set more often than requested', /more often than requested/, [created, renamed], seen(element)],
    [
      'a create that happened twice',
      /create .* was applied twice/,
      [created],
      seen(upTo(1), { ...upTo(1), id: 'b', values: { ...upTo(1).values, tax_id: null } }),
    ],
    [
      'an update that happened twice',
      /update .* was applied twice/,
      [created, renamed],
      seen({
        ...upTo(2),
        rev: 3,
        history: [...history.slice(0, 2), { ...history[1]!, rev: 3, before: history[1]!.after }],
      }),
    ],
    [
      'a hole in the history',
      /gap or a duplicate/,
      [created, renamed],
      seen({ ...upTo(2), history: [history[0]!, { ...history[1]!, rev: 3 }] }),
    ],
    ['a revision without its history', /is at revision 4/, entries, seen({ ...element, rev: 4 })],
    [
      'a value that its history does not know',
      /full_name of a is w9/,
      entries,
      seen({ ...element, values: { ...element.values, full_name: 'w9' } }),
    ],
    [
      'rows of a history that do not follow from each other',
      /is inconsistent/,
      entries,
      seen({ ...element, history: history.with(1, { ...history[1]!, before: { full_name: 'w7', address: 'w1' } }) }),
    ],
    [
      'a read that goes back in time',
      /had been answered/,
      [...entries, entry({ action: 'get', rev: 2, sentMs: 6, endedMs: 7 })],
      seen(element),
    ],
    [
      'two writers of one revision',
      /is revision 2, not 1/,
      [created, { ...renamed, rev: 1, sentMs: 0 }, verified],
      seen(element),
    ],
    [
      'a unique key that two live elements have',
      /unique key broken/,
      [created, entry({ ...created, id: 'b', values: { ...values, full_name: 'w5' } })],
      seen(upTo(1), {
        ...upTo(1),
        id: 'b',
        values: { ...upTo(1).values, full_name: 'w5' },
        history: [{ ...history[0]!, after: { ...values, full_name: 'w5' } }],
      }),
    ],
  ]
  for (const [what, expected, given, observed] of planted) {
    it(`finds ${what}`, () => {
      const problems = judge(given, observed)
      assert.ok(
        problems.some((problem) => expected.test(problem)),
        `found only: ${problems.join('; ') || 'nothing'}`,
      )
    })
  }
})
