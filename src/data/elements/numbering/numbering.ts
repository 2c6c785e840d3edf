import type { Database, Tx } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { giveBackIndexes, takeIndexes } from './numbers.store.ts'

const largestBlock = 256
const quickMs = 1000

/**
 * Assigns `__index`, the number of an element within its application. If each number came from the database, all
 * writers of an application would wait for one row. Therefore a node reserves blocks: one number at a time under low
 * load, and blocks of doubling size under high load. A clean stop returns unused numbers; a killed node leaves a gap.
 */
export interface Numbering {
  /**
   * Returns the first of `count` consecutive numbers. A transaction that is rolled back returns its numbers. Until the
   * transaction ends, other writers of the application that need new numbers from the database wait for it.
   */
  take(app: string, count: number, tx?: Tx): Promise<number>
  close(): Promise<void>
}

interface Block {
  next: number
  end: number
  size: number
  takenAtMs: number
}

export function createNumbering(database: Database, clock: Clock): Numbering {
  const blocks = new Map<string, Block>()
  const waiting = new Map<string, Promise<unknown>>()

  async function refill(app: string, count: number): Promise<void> {
    const before = blocks.get(app)
    const nowMs = clock.monotonicMs()
    const quick = before !== undefined && nowMs - before.takenAtMs < quickMs
    const size = quick ? Math.min(before.size * 2, largestBlock) : 1
    const next = await takeIndexes(database.single, app, Math.max(size, count))
    blocks.set(app, { next, end: next + Math.max(size, count), size, takenAtMs: nowMs })
  }

  async function take(app: string, count: number, tx?: Tx): Promise<number> {
    if (tx !== undefined) return takeIndexes(tx, app, count)
    for (;;) {
      const block = blocks.get(app)
      if (block !== undefined && block.next + count <= block.end) {
        block.next += count
        return block.next - count
      }
      const running = waiting.get(app)
      if (running !== undefined) {
        await running
        continue
      }
      // Numbers left in a block that is too small for `count` are not used and leave a gap.
      const refilling = refill(app, count).finally(() => waiting.delete(app))
      waiting.set(app, refilling)
      await refilling
    }
  }

  async function close(): Promise<void> {
    for (const [app, { next, end }] of blocks) if (next < end) await giveBackIndexes(database.single, app, next, end)
    blocks.clear()
  }
  return { take, close }
}
