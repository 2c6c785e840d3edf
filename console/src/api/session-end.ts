import { createStore } from './store.ts'

/** Whether requests wait until the user has signed in again. */
export const isSignInNeeded = createStore(false)

let waiting: PromiseWithResolvers<boolean> | undefined
let isWatched = false

/** Makes requests wait for a sign-in instead of failing with 401. Returns a function that makes them fail again. */
export function watchSessionEnd(): () => void {
  isWatched = true
  return () => {
    isWatched = false
    finishSignIn(false)
  }
}

/** Waits for the next sign-in. Resolves with whether to repeat the request; at once if no dialog can be shown. */
export function waitForSignIn(): Promise<boolean> {
  if (!isWatched) return Promise.resolve(false)
  waiting ??= Promise.withResolvers<boolean>()
  isSignInNeeded.set(true)
  return waiting.promise
}

/** Repeats the waiting requests, or lets them fail when the user did not sign in. */
export function finishSignIn(hasSignedIn: boolean): void {
  isSignInNeeded.set(false)
  waiting?.resolve(hasSignedIn)
  waiting = undefined
}
