/** The program's source of time, so that tests can move it. */
export interface Clock {
  /**
   * Returns the wall-clock time in milliseconds since 1970, UTC; for timestamps. It may be set forward or back at any
   * time.
   */
  nowMs(): number
  /** Returns the milliseconds since an arbitrary moment of this process; for durations. It never runs backwards. */
  monotonicMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }

/** Returns a time in the form of the API, `2026-11-21T08:30:00Z`, in whole seconds. */
export function toWireTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

export interface MovableClock extends Clock {
  /** Moves both clocks forward by `byMs`, as if this time had passed. */
  advance(byMs: number): void
  /** Sets the wall clock forward, or back by a negative number, without any time passing. */
  setWall(byMs: number): void
  /** Returns the time in ms by which the wall clock is ahead of the system's. */
  aheadMs(): number
}

export const isMovable = (clock: Clock): clock is MovableClock => 'advance' in clock

/** Creates a clock for testing timers. It runs like the system clock, ahead by the time it was moved. */
export function createMovableClock(): MovableClock {
  let [wallAheadMs, passedMs] = [0, 0]
  return {
    nowMs: () => Date.now() + wallAheadMs,
    monotonicMs: () => performance.now() + passedMs,
    advance(byMs) {
      wallAheadMs += byMs
      passedMs += byMs
    },
    setWall(byMs) {
      wallAheadMs += byMs
    },
    aheadMs: () => wallAheadMs,
  }
}
