import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

const oneMs = 5

/**
 * Waits until whole steps have gone by since `beganMs` (of performance.now). What is not there and what its caller may not
 * see take the database some microseconds more or less, and whoever asks often enough could tell them apart. Steps are
 * `times` as long where so many were asked for at once.
 */
export async function evenOut(beganMs: number, times = 1): Promise<void> {
  const stepMs = oneMs * times
  const untilMs = beganMs + Math.ceil((performance.now() - beganMs) / stepMs) * stepMs
  // A timer alone counts whole milliseconds of its own, so when it ends still depends on when it began.
  const restMs = Math.floor(untilMs - performance.now()) - 1
  if (restMs > 0) await wait(restMs)
  while (performance.now() < untilMs) await turn()
}
