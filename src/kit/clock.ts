/** Where the program takes the time from, so that tests can move it. */
export interface Clock {
  /** Wall time in milliseconds since 1970, UTC: for stamps. It can be set forward or back at any moment. */
  nowMs(): number
  /** Milliseconds since an arbitrary moment of this process: for spans. It never runs backwards. */
  monotonicMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }

/** `2026-11-21T08:30:00Z`: the wire shows whole seconds. */
export function toWireTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

export interface MovableClock extends Clock {
  /** Lets time pass: moves both clocks forward. */
  advance(byMs: number): void
  /** Sets the wall clock forward, or back by a negative number, without any time passing. */
  setWall(byMs: number): void
}

/** For trying timers: runs like the system's, ahead by what it was moved. */
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
  }
}
