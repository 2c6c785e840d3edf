import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

const oneMs = 5

/**
 * Waits until a whole number of steps of 5 ms has passed since `beganMs` (of performance.now). Looking up a hidden
 * object takes the database some microseconds more or less than looking up a missing one, so that frequent requests
 * could otherwise tell the two apart. For a request about several objects, `times` makes the steps as many times
 * longer.
 */
export async function delayToNextStep(beganMs: number, times = 1): Promise<void> {
  const stepMs = oneMs * times
  const untilMs = beganMs + Math.ceil((performance.now() - beganMs) / stepMs) * stepMs
  // A timer counts whole milliseconds of its own clock, so its end depends on its start. The loop waits for the exact
  // end.
  const restMs = Math.floor(untilMs - performance.now()) - 1
  if (restMs > 0) await wait(restMs)
  while (performance.now() < untilMs) await turn()
}
