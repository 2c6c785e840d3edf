import { delayToNextStep } from '../foundation/http/constant-time-404.ts'
import { PlatformError } from '../foundation/kit/errors.ts'
import { someFailed } from './errors.ts'

/** One entry of a bulk response: its result, or its error. */
type Entry<T extends object> = T | (Partial<T> & { readonly error: string; readonly code: string })

/**
 * Calls `work` for each entry, one after the other, and returns the results in the same order. When entries fail with a
 * 4xx error, throws a 422 that carries all results. An error of the server ends the run.
 */
export async function forEachEntry<In, Out extends object>(
  entries: readonly In[],
  work: (entry: In) => Promise<Out>,
  given: (entry: In) => Partial<Out>,
): Promise<Out[]> {
  const beganMs = performance.now()
  const items: Entry<Out>[] = []
  let failed = 0
  let missing = 0
  let forbidden: PlatformError | undefined
  for (const entry of entries) {
    try {
      items.push(await work(entry))
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status >= 500) throw error
      failed += 1
      if (error.status === 404) missing += 1
      if (error.status === 403) forbidden ??= error
      items.push({ ...given(entry), error: error.message, code: error.code })
    }
  }
  // The time of the response is rounded up to a multiple of 5 ms per missing entry, as for a single 404. Otherwise the
  // time of a request with a thousand entries for one object would reveal whether the object exists.
  if (missing > 0) await delayToNextStep(beganMs, missing)
  if (failed > 0) throw someFailed(`${failed} of ${entries.length} entries failed`, { items }, { cause: forbidden })
  return items as Out[]
}
