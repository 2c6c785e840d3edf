import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMovableClock } from '../clock.ts'
import { type IntervalOptions, startInterval } from './interval.ts'

const minuteMs = 60_000

function start(options: Partial<IntervalOptions> = {}) {
  const clock = createMovableClock()
  const errors: unknown[] = []
  const interval = startInterval({
    everyMs: minuteMs,
    run: () => {},
    onError: (error) => errors.push(error),
    clock,
    ...options,
  })
  const pass = (ms: number): Promise<void> => {
    clock.advance(ms)
    return interval.runDue()
  }
  return { clock, errors, interval, pass }
}

describe('an interval', () => {
  it('runs when it is due by the clock, and once however much time has passed', async () => {
    let runs = 0
    const { interval, pass } = start({ run: () => void runs++, firstAfterMs: 10_000 })
    await interval.runDue()
    assert.equal(runs, 0)
    await pass(10_000)
    assert.equal(runs, 1)
    await pass(minuteMs / 2)
    assert.equal(runs, 1)
    await pass(minuteMs / 2)
    assert.equal(runs, 2)
    await pass(100 * minuteMs)
    assert.equal(runs, 3)
    await interval.stop()
    await pass(minuteMs)
    assert.equal(runs, 3)
  })

  it('fires without a call', async () => {
    const fired = Promise.withResolvers<void>()
    const keepAlive = setTimeout(() => {}, 60_000)
    const interval = startInterval({ everyMs: 5, run: () => fired.resolve(), onError: assert.fail as () => void })
    await fired.promise
    await interval.stop()
    clearTimeout(keepAlive)
  })

  it('does not overlap with itself', async () => {
    let running = 0
    let runs = 0
    const end = Promise.withResolvers<void>()
    const { clock, interval } = start({
      run: async () => {
        assert.equal(++running, 1)
        runs++
        await end.promise
        running--
      },
    })
    clock.advance(minuteMs)
    const first = interval.runDue()
    clock.advance(minuteMs)
    const second = interval.runDue()
    assert.equal(runs, 1)
    end.resolve()
    await Promise.all([first, second])
    assert.equal(runs, 2)
    await interval.stop()
  })

  it('reports an error, and runs again at the next time', async () => {
    const { errors, interval, pass } = start({ run: () => Promise.reject(new Error('no')) })
    await pass(minuteMs)
    await pass(minuteMs)
    assert.deepEqual(errors.map(String), ['Error: no', 'Error: no'])
    await interval.stop()
  })

  it('waits at its stop for a run, which is aborted by its signal', async () => {
    const begun = Promise.withResolvers<void>()
    let isOver = false
    const { clock, errors, interval } = start({
      run: async (signal) => {
        begun.resolve()
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        isOver = true
        throw new Error('broken off')
      },
    })
    clock.advance(minuteMs)
    void interval.runDue()
    await begun.promise
    await interval.stop()
    assert.equal(isOver, true)
    assert.deepEqual(errors, [])
  })
})
