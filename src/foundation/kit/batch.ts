import { setImmediate } from 'node:timers/promises'
import { PlatformError } from './errors.ts'

/** Runs an item together with others and returns its result. */
export type Batch<Item, Result> = (item: Item) => Promise<Result>

export interface BatchOptions {
  /** Maximum number of items in one run. */
  readonly maxItems: number
  /** Maximum number of runs at the same time. */
  readonly maxRuns: number
}

interface Entry<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Returns a function that collects items while earlier runs are in progress and passes them on together. An item does
 * not wait while fewer than `maxRuns` runs are in progress. When a run of several items fails, each item is run
 * alone, unless the error is a PlatformError, which rejects all of them.
 */
export function createBatch<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxItems, maxRuns }: BatchOptions,
): Batch<Item, Result> {
  const waiting: Entry<Item, Result>[] = []
  let running = 0

  async function runAll(entries: readonly Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await run(entries.map(({ item }) => item))
      entries.forEach(({ resolve }, index) => {
        resolve(results[index]!)
      })
    } catch (error) {
      const isOfOneItem = entries.length > 1 && !(error instanceof PlatformError)
      if (isOfOneItem) for (const entry of entries) await runAll([entry])
      else for (const { reject } of entries) reject(error)
    }
  }

  async function next(): Promise<void> {
    running++
    // Lets requests that arrive in the same turn of the event loop share a run.
    await setImmediate()
    while (waiting.length > 0) await runAll(waiting.splice(0, maxItems))
    running--
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (running < maxRuns) void next()
    })
}

/** Runs an item together with others that have the same key and returns its result. */
export type BatchByKey<Item, Result> = (key: string, item: Item) => Promise<Result>

/**
 * Returns a function that collects the items of each key as `createBatch` does. A key without items takes no memory.
 */
export function createBatchByKey<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  options: BatchOptions,
): BatchByKey<Item, Result> {
  const batches = new Map<string, { readonly add: Batch<Item, Result>; items: number }>()
  return async (key, item) => {
    const batch = batches.get(key) ?? { add: createBatch(run, options), items: 0 }
    batches.set(key, batch)
    batch.items++
    try {
      return await batch.add(item)
    } finally {
      if (--batch.items === 0) batches.delete(key)
    }
  }
}
