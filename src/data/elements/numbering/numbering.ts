import type { Database, Tx } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { giveBackIndexes, takeIndexes } from './numbers.store.ts'

const largestBlock = 256
const quickMs = 1000

interface Block {
  next: number
  end: number
  size: number
  takenAtMs: number
}

/**
 * Assigns `__index`, the number of an element within its application. If each number came from the database, all
 * writers of an application would wait for one row. Therefore a node reserves blocks: one number at a time under low
 * load, and blocks of doubling size under high load. A clean stop returns unused numbers unless later numbers have
 * been reserved since; a killed node leaves a gap.
 */
export class Numbering {
  readonly #database: Database
  readonly #clock: Clock
  readonly #blocks = new Map<string, Block>()
  readonly #waiting = new Map<string, Promise<unknown>>()

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /**
   * Reserves `count` consecutive numbers and returns the first. Numbers that were reserved in a transaction are free again
   * if it is rolled back. Until it ends, other writers of the application that need new numbers from the database wait.
   */
  async take(app: string, count: number, tx?: Tx): Promise<number> {
    if (tx !== undefined) return takeIndexes(tx, app, count)
    for (;;) {
      const block = this.#blocks.get(app)
      if (block !== undefined && block.next + count <= block.end) {
        block.next += count
        return block.next - count
      }
      const running = this.#waiting.get(app)
      if (running !== undefined) {
        await running
        continue
      }
      // Numbers left in a block that is too small for `count` are not used and leave a gap.
      const refilling = this.#refill(app, count).finally(() => this.#waiting.delete(app))
      this.#waiting.set(app, refilling)
      await refilling
    }
  }

  async close(): Promise<void> {
    for (const [app, { next, end }] of this.#blocks)
      if (next < end) await giveBackIndexes(this.#database.single, app, next, end)
    this.#blocks.clear()
  }

  async #refill(app: string, count: number): Promise<void> {
    const before = this.#blocks.get(app)
    const nowMs = this.#clock.monotonicMs()
    const quick = before !== undefined && nowMs - before.takenAtMs < quickMs
    const size = quick ? Math.min(before.size * 2, largestBlock) : 1
    const next = await takeIndexes(this.#database.single, app, Math.max(size, count))
    this.#blocks.set(app, { next, end: next + Math.max(size, count), size, takenAtMs: nowMs })
  }
}
