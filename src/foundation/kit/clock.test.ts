import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMovableClock, systemClock } from './clock.ts'

describe('the movable clock', () => {
  it('moves wall time and monotonic time when time passes', () => {
    const clock = createMovableClock()
    const [wallMs, monotonicMs] = [clock.nowMs(), clock.monotonicMs()]
    clock.advance(3_600_000)
    assert.ok(clock.nowMs() - wallMs >= 3_600_000)
    assert.ok(clock.monotonicMs() - monotonicMs >= 3_600_000)
  })

  it('leaves monotonic time unchanged when the wall clock is set back', () => {
    const clock = createMovableClock()
    const [wallMs, monotonicMs] = [clock.nowMs(), clock.monotonicMs()]
    clock.setWall(-3_600_000)
    assert.ok(clock.nowMs() < wallMs)
    assert.ok(clock.monotonicMs() >= monotonicMs)
  })
})

it('durations are not measured with the wall clock', (t) => {
  const beforeMs = systemClock.monotonicMs()
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  assert.equal(systemClock.nowMs(), 0)
  assert.ok(systemClock.monotonicMs() >= beforeMs)
})
