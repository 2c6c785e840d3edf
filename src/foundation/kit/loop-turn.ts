const waiting: (() => void)[] = []

/**
 * Resolves in a later iteration of the event loop, one caller per iteration, in FIFO order. A long computation that
 * awaits this between its steps delays other requests by one step at most, however many such computations run.
 */
export function loopTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(wakeNext)
  })
}

function wakeNext(): void {
  waiting.shift()!()
  if (waiting.length > 0) setImmediate(wakeNext)
}

/** Runs a computation and returns its result. At each `yield`, other work of the event loop can run. */
export async function runInTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await loopTurn()
  }
}

/** Runs a computation that yields between its steps, without pauses, and returns its result. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
