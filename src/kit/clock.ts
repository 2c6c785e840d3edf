/** Where the program takes the time from, so that tests can move it. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** `2026-11-21T08:30:00Z`: the wire shows whole seconds. */
export function toWireTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

export interface MovableClock extends Clock {
  advance(byMs: number): void
}

/** For trying timers: runs like the system's, ahead by what it was moved. */
export function createMovableClock(): MovableClock {
  let aheadMs = 0
  return {
    nowMs: () => Date.now() + aheadMs,
    advance(byMs) {
      aheadMs += byMs
    },
  }
}
