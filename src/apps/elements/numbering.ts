import type { Database, Tx } from '../../db/database.ts'
import type { Clock } from '../../kit/clock.ts'
import { giveBackIndexes, takeIndexes } from './elements.store.ts'

const largestBlock = 256
const quickMs = 1000

/**
 * Hands out `__index`, a number inside the application. Taking each from the database would make all writers wait
 * for one row, so a node takes blocks: of one number when there is little to do, doubling while there is much.
 * What is left of a block goes back at a clean stop; a killed node leaves a gap.
 */
export interface Numbering {
  /** The first of `count` numbers that follow one another. */
  take(app: string, count: number): Promise<number>
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

  async function take(app: string, count: number): Promise<number> {
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
      // What is left of a block that is too small for the order is a gap; orders are of one or of a batch.
      const refilling = refill(app, count).finally(() => waiting.delete(app))
      waiting.set(app, refilling)
      await refilling
    }
  }

  async function close(): Promise<void> {
    for (const [app, { next, end }] of blocks)
      if (next < end) await giveBackIndexes(database.single as Tx, app, next, end)
    blocks.clear()
  }
  return { take, close }
}
