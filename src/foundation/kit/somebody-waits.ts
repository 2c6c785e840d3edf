import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<true>()

/** Runs `work` on behalf of somebody who waits for its result, such as the sender of an HTTP request. */
export function whileSomebodyWaits<T>(work: () => T): T {
  return scope.run(true, work)
}

/** Returns whether somebody waits for the result of the running code. False for background work. */
export function somebodyWaits(): boolean {
  return scope.getStore() === true
}
