import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Bulkhead, type BulkheadLimits } from './bulkhead.ts'

const limits: BulkheadLimits = {
  running: 2,
  runningOfCaller: 2,
  waiting: 3,
  targetWaitMs: 600_000,
  maxWaitMs: 600_000,
  maxBurstWaitMs: 600_000,
  burstMs: 1_000,
}

function bulkheadOf(given: Partial<BulkheadLimits> = {}) {
  let nowMs = 0
  const bulkhead = new Bulkhead({
    limits: { ...limits, ...given },
    refuse: (why) => new Error(why),
    nowMs: () => nowMs,
  })
  const order: string[] = []
  const enter = (caller: string, name = caller, onGone: (leave: () => void) => void = () => {}) =>
    bulkhead.enter(caller, onGone).then((leave) => {
      order.push(name)
      return leave
    })
  const pass = (ms: number): void => {
    nowMs += ms
  }
  return { bulkhead, enter, order, pass }
}

/** Lets the promises of requests that may run resolve. */
const settle = () => wait(0)
/** Lets the bulkhead check its waiting requests. */
const checked = () => wait(120)

describe('a bulkhead', () => {
  it('runs a limited number of requests and starts the next when one ends', async () => {
    const { bulkhead, enter, order } = bulkheadOf()
    const first = await enter('a', 'a1')
    await enter('a', 'a2')
    const third = enter('a', 'a3')
    await settle()
    assert.deepEqual(order, ['a1', 'a2'])
    assert.deepEqual([bulkhead.state().running, bulkhead.state().waiting], [2, 1])
    first()
    first()
    await third
    assert.deepEqual([bulkhead.state().running, bulkhead.state().waiting], [2, 0])
  })

  it('refuses a caller when the queue is full of that caller', async () => {
    const { bulkhead, enter } = bulkheadOf()
    for (let n = 0; n < 5; n++) void enter('a')
    await assert.rejects(enter('a'), /queue full/)
    assert.equal(bulkhead.state().refused['queue full'], 1)
  })

  it('makes room in a full queue for another caller', async () => {
    const { enter, order } = bulkheadOf()
    const [first, second] = [await enter('a', 'a1'), await enter('a', 'a2')]
    void enter('a', 'a3')
    void enter('a', 'a4')
    const displaced = assert.rejects(enter('a', 'a5'), /queue full/)
    const other = enter('b', 'b1')
    await displaced
    first()
    await settle()
    assert.deepEqual(order, ['a1', 'a2', 'a3'])
    second()
    await other
    assert.deepEqual(order, ['a1', 'a2', 'a3', 'b1'])
  })

  it('leaves places to others when one caller has many requests running', async () => {
    const { enter, order } = bulkheadOf({ running: 3 })
    for (const name of ['a1', 'a2', 'a3']) void enter('a', name)
    await settle()
    await enter('b', 'b1')
    assert.deepEqual(order, ['a1', 'a2', 'b1'])
  })

  it('lets a burst wait, however long the server needs for it', async () => {
    const { bulkhead, enter, order, pass } = bulkheadOf({ maxWaitMs: 500 })
    const first = await enter('a', 'a1')
    await enter('a', 'a2')
    void enter('a', 'a3')
    pass(4_000)
    await checked()
    assert.equal(bulkhead.state().waiting, 1)
    first()
    await settle()
    assert.deepEqual(order, ['a1', 'a2', 'a3'])
  })

  it('refuses those who have waited too long while more requests arrive than it serves', async () => {
    const { bulkhead, enter, pass } = bulkheadOf({ maxWaitMs: 500, waiting: 2 })
    await enter('a')
    await enter('a')
    const early = assert.rejects(enter('a'), /waited too long/)
    pass(1_001)
    void enter('a')
    await assert.rejects(enter('a'), /queue full/)
    await early
    assert.deepEqual([bulkhead.state().waiting, bulkhead.state().refused['waited too long']], [1, 1])
  })

  it('refuses whoever has waited for the maximum of a burst', async () => {
    const { enter, pass } = bulkheadOf({ maxBurstWaitMs: 5_000 })
    await enter('a')
    await enter('a')
    const late = assert.rejects(enter('a'), /waited too long/)
    pass(5_001)
    await late
  })

  it('admits to a standing queue only as many as it serves within the target', async () => {
    const { bulkhead, enter, pass } = bulkheadOf({ waiting: 100, targetWaitMs: 600_000 })
    let leave = await enter('a')
    await enter('a')
    const waiting = Array.from({ length: 10 }, () => enter('a'))
    pass(1_001)
    // Two requests in about a second: 1,200 in 600 seconds.
    for (const next of waiting.slice(0, 2)) {
      leave()
      leave = await next
    }
    assert.equal(bulkhead.refusal('a'), undefined)
    pass(1_000_000)
    // None in the last thousand seconds.
    assert.match(String(bulkhead.refusal('a')), /queue full/)
    assert.equal(bulkhead.refusal('b'), undefined, 'another caller displaces one of the first')
    await assert.rejects(enter('a'), /queue full/)
    await Promise.allSettled(waiting.slice(2).map((later) => assert.rejects(later, /waited too long/)))
  })

  it('drops a request whose client has gone', async () => {
    const { bulkhead, enter } = bulkheadOf()
    const first = await enter('a')
    await enter('a')
    let goAway = (): void => {}
    const gone = enter('a', 'a3', (leave) => {
      goAway = leave
    })
    await settle()
    goAway()
    await assert.rejects(gone, /client gone/)
    first()
    goAway()
    assert.deepEqual([bulkhead.state().running, bulkhead.state().waiting], [1, 0])
  })
})
