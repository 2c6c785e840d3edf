import { evenOut } from '../http/even-out.ts'
import { PlatformError } from '../kit/errors.ts'
import { someFailed } from './errors.ts'

/** An entry of a bulk answer: what came of it, or why nothing did. */
export type Entry<T extends object> = T | (Partial<T> & { readonly error: string; readonly code: string })

/**
 * Does the work for each entry by itself, one after the other, and gives an answer for each in the same order. Throws a
 * 422 that carries all of them when one was refused; trouble of ours ends the whole.
 */
export async function forEach<In, Out extends object>(
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
  // A thousand entries about one thing would tell a thousand times as well whether it is there.
  if (missing > 0) await evenOut(beganMs, missing)
  if (failed > 0) throw someFailed(`${failed} of ${entries.length} entries failed`, { items }, { cause: forbidden })
  return items as Out[]
}
