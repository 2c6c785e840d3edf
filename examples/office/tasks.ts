import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './client.ts'

/** Repeats a request until it returns a result. Throws when there is none after `patienceMs`, by default half a minute. */
export async function soon(request: () => Promise<Answer>, patienceMs = 30_000): Promise<Answer> {
  for (const endMs = Date.now() + patienceMs; ; await wait(100)) {
    const result = await request()
    if (result !== undefined) return result
    if (Date.now() > endMs) throw new Error(`the process did not go on within ${patienceMs / 1000} seconds`)
  }
}
