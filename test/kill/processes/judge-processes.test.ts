import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Request } from '../requests.ts'
import { judgeEffects, type Outcome } from './judge-effects.ts'
import { judgeInstance } from './judge-instance.ts'
import { additions, logging, votes } from './models.ts'
import type { StoredAdvance, StoredInstance } from './stored.store.ts'

const event = (type: string, element: string, token = 1, durationMs = 5_000) => ({ type, element, token, durationMs })
const advance = (rev: number, stimulus: StoredAdvance['stimulus'], ...events: object[]): StoredAdvance =>
  ({ rev, stimulus, events }) as StoredAdvance

const common = {
  template: 't',
  version: 1,
  parent: null,
  incidents: [],
  points: [],
  children: [],
  waits: [],
  tasks: [],
}

/** An order that waits at its task `check`. */
const waiting = {
  ...common,
  id: 'w',
  code: 'kill_order',
  rev: 1,
  state: 'wait',
  context: { mark: 'm' },
  hasEnded: false,
  elements: ['s', 'check'],
  execution: { tokens: [{ id: 1, at: 1, scope: 0 }], waits: [{ id: 'k', kind: 'task', at: 1, token: 1 }] },
  waits: [{ id: 'k', kind: 'task', element: 'check', due: false }],
  tasks: [{ id: 'k', element: 'check', state: 'new' }],
  history: [advance(1, { type: 'start' }, event('entered', 'check'))],
} as unknown as StoredInstance

const steps = [
  'count',
  'create',
  'sign',
  'number',
  'check',
  'ask',
  'tell',
  'vote',
  'call',
  'pause',
  'asking',
  'answered',
  ...logging,
]
const done: StoredInstance = {
  ...common,
  id: 'o',
  code: 'kill_order',
  rev: 2,
  state: 'done',
  context: { mark: 'm', taken: 2, rating: 9, log: [...logging], sum: 1 + additions },
  execution: null,
  hasEnded: true,
  elements: [],
  tasks: [{ id: 'k', element: 'check', state: 'done' }],
  history: [
    advance(1, { type: 'start' }),
    advance(
      2,
      { type: 'complete', wait: 'k' },
      ...steps.map((step) => event('completed', step)),
      ...Array.from({ length: votes }, () => event('ended', 'vote')),
      ...Array.from({ length: additions }, () => event('ended', 'add')),
    ),
  ],
}
const listener: StoredInstance = {
  ...done,
  id: 'l',
  code: 'kill_listener',
  tasks: [],
  context: { mark: 'm' },
  rev: 1,
  history: [advance(1, { type: 'start' }, event('completed', 'listener_pause'), event('completed', 'reply'))],
}

const request = (given: Pick<Request, 'kind' | 'subject'> & Partial<Request>): Request => ({
  path: '',
  body: {},
  key: 'key',
  sentMs: 0,
  endedMs: 1,
  outcome: 'acked',
  answer: undefined,
  ...given,
})
const rightRequests = [
  request({ kind: 'start', subject: 'kill_order m' }),
  request({ kind: 'complete', subject: 'k' }),
  request({ kind: 'complete', subject: 'k', outcome: 'refused' }),
  request({ kind: 'restore', subject: 'p', body: { context: { rating: 9 } } }),
]
const deliveries = [
  { path: 'ask', subject: 'o', key: 'p', restorePoint: 'p' },
  { path: 'ask', subject: 'o', key: 'p', restorePoint: 'p' },
  { path: 'tell', subject: 'm', key: 'o:t', restorePoint: undefined },
] as const
const right: Outcome = {
  requests: rightRequests,
  deliveries,
  instances: [done, listener],
  rest: { contracts: [{ subject: 'm', rev: 2, number: 1 }], left: [], miscounted: [] },
}

describe('the comparison of an instance with its rows and its history', () => {
  it('finds nothing when they agree', () => {
    assert.deepEqual([waiting, done].flatMap(judgeInstance), [])
  })

  const wrong: readonly (readonly [string, Partial<StoredInstance>, RegExp])[] = [
    ['a lost row of the history', { rev: 2 }, /revision 2 has 1 rows/],
    ['a doubled row of the history', { history: [...waiting.history, ...waiting.history] }, /revision 1 in place of 2/],
    ['a token that the history does not know', { history: [advance(1, { type: 'start' })] }, /token 1 at check/],
    ['a lost wait', { waits: [] }, /task k at check is in the state but not in the rows/],
    [
      'a wait that is left',
      { waits: [...waiting.waits, { id: 'x', kind: 'timer', element: 'p', due: true }] },
      /timer x/,
    ],
    ['a lost task', { tasks: [] }, /open task k/],
    [
      'a task that was completed without an advance',
      { tasks: [{ id: 'k', element: 'check', state: 'done' }] },
      /is done/,
    ],
    ['an incident without a token', { incidents: ['i'] }, /incident i/],
    ['a restore point without a wait', { points: ['p'] }, /restore point p/],
    ['an end without its state', { state: 'done' }, /is done, runs/],
  ]
  for (const [what, change, problem] of wrong) {
    it(`finds ${what}`, () => assert.match(judgeInstance({ ...waiting, ...change }).join('\n'), problem))
  }

  it('finds a wait that was used twice, and a timer that fired early', () => {
    const twice = advance(2, { type: 'complete', wait: 'k' }, event('completed', 'pause', 1, 10))
    const problems = judgeInstance({ ...waiting, rev: 3, history: [...waiting.history, twice, { ...twice, rev: 3 }] })
    assert.match(problems.join('\n'), /wait k was used 2 times/)
    assert.match(problems.join('\n'), /timer pause fired after 10 ms/)
  })

  it('finds a called instance that is gone', () => {
    const waits = [{ id: 'c', kind: 'child', element: 'call', due: false }]
    const execution = { tokens: [], waits: [{ id: 'c', kind: 'child', at: 1 }] }
    const caller = { ...waiting, waits, execution, tasks: [], history: [advance(1, { type: 'start' })] }
    const problems = judgeInstance(caller as unknown as StoredInstance)
    assert.match(problems.join('\n'), /called instance c, which does not run/)
  })
})

describe('the comparison of what clients know with what is stored', () => {
  it('finds nothing when all promises are kept', () => {
    assert.deepEqual(judgeEffects(right), [])
  })

  const again = [...rightRequests, request({ kind: 'complete', subject: 'k' })]
  const started = (outcome: Request['outcome']) => [
    ...rightRequests,
    request({ kind: 'start', subject: `kill_watcher ${outcome}`, outcome }),
  ]
  const asked = (key: string) => [...deliveries, { path: 'ask', subject: 'o', key, restorePoint: key } as const]
  const contracts = [...right.rest.contracts, { subject: 'm', rev: 2, number: 3 }]
  const stuck = { ...waiting, context: { mark: 'n' } }
  const wrong: readonly (readonly [string, Partial<Outcome>, RegExp])[] = [
    ['a lost start', { requests: started('acked') }, /watcher acked, which is acked, has made 0/],
    ['a doubled start', { instances: [done, { ...done, id: 'o2' }, listener] }, /has made 2 instances/],
    ['a task that was completed twice', { requests: again }, /task k was completed 2 times/],
    ['a task that nobody completed', { requests: [] }, /task k is done, but nobody/],
    ['a contract that was created twice', { rest: { ...right.rest, contracts } }, /has created 2 contracts/],
    ['a lost contract', { rest: { ...right.rest, contracts: [] } }, /has created 0 contracts/],
    [
      'a number that was given twice',
      { rest: { ...right.rest, contracts: [{ subject: 'm', rev: 2, number: 2 }] } },
      /number 2 stands in place of 1/,
    ],
    ['a request that was never sent', { deliveries: deliveries.slice(0, 2) }, /tell .* never sent/],
    ['a request with another key', { deliveries: asked('q') }, /sent with 2 keys/],
    [
      'an answer that was lost',
      { instances: [{ ...done, context: { ...done.context, rating: 1 } }, listener] },
      /answer 9/,
    ],
    [
      'a lost write of a parallel script',
      { instances: [{ ...done, context: { ...done.context, log: logging.slice(1) } }, listener] },
      /the log is log_beside/,
    ],
    [
      'a lost addition of a parallel multi-instance',
      { instances: [{ ...done, context: { ...done.context, sum: 2 } }, listener] },
      /5 scripts have added 1 to 1, and the sum is 2/,
    ],
    ['a message that was lost', { instances: [done] }, /sent 1 messages, which started 0/],
    ['a message that came twice', { instances: [done, listener, { ...listener, id: 'l2' }] }, /started 2 listeners/],
    ['an instance that cannot go on', { instances: [done, listener, stuck] }, /stuck: wait; waits for task check/],
    ['work that is left', { rest: { ...right.rest, left: ['job 1 is active'] } }, /job 1/],
    [
      'an interrupt without an effect',
      { requests: [...rightRequests, request({ kind: 'interrupt', subject: 'o' })] },
      /was interrupted, but it is done/,
    ],
  ]
  for (const [what, change, problem] of wrong) {
    it(`finds ${what}`, () => assert.match(judgeEffects({ ...right, ...change }).join('\n'), problem))
  }

  it('finds a signal that an instance missed', () => {
    const watcher = {
      ...listener,
      id: 'x',
      code: 'kill_watcher',
      context: { mark: 'x', tick: 'late' },
      history: [advance(1, { type: 'start' }, event('completed', 'tick'), event('completed', 'see'))],
    }
    const requests = [
      ...rightRequests,
      request({ kind: 'start', subject: 'kill_watcher x' }),
      request({ kind: 'signal', subject: 'early', sentMs: 2, endedMs: 3 }),
      request({ kind: 'signal', subject: 'late', sentMs: 60_000, endedMs: 60_001 }),
    ]
    const problems = judgeEffects({ ...right, requests, instances: [done, listener, watcher] })
    assert.deepEqual(problems, ['watcher x missed the signal early'])
  })
})
