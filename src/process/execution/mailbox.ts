import { setImmediate } from 'node:timers/promises'

/**
 * Runs rounds of inputs per key. Inputs that arrive during a round of their key are passed on together in the next
 * round.
 */
export type Mailbox<Input, Output> = (key: string, input: Input) => Promise<Output>

/** An input with the functions that settle its promise. */
export interface Entry<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates mailboxes. `run` receives the entries of a key and returns the entries that it has not settled, which come
 * first in the next round. An error of `run` rejects its entries.
 */
export function createMailbox<Input, Output>(
  run: (key: string, entries: readonly Entry<Input, Output>[]) => Promise<readonly Entry<Input, Output>[]>,
  { maxEntries }: { readonly maxEntries: number },
): Mailbox<Input, Output> {
  const waiting = new Map<string, Entry<Input, Output>[]>()

  async function work(key: string, queue: Entry<Input, Output>[]): Promise<void> {
    // Lets inputs of requests that arrive in the same turn of the event loop share a round.
    await setImmediate()
    while (queue.length > 0) {
      const entries = queue.splice(0, maxEntries)
      try {
        queue.unshift(...(await run(key, entries)))
      } catch (error) {
        for (const { reject } of entries) reject(error)
      }
    }
    waiting.delete(key)
  }

  return (key, input) =>
    new Promise((resolve, reject) => {
      const entry = { input, resolve, reject }
      const queue = waiting.get(key)
      if (queue !== undefined) {
        queue.push(entry)
        return
      }
      const begun = [entry]
      waiting.set(key, begun)
      void work(key, begun)
    })
}
