import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row, Table } from './read/row.ts'

/**
 * The number of rows that are read before the event loop gets a turn; reading is synchronous work that would block it.
 */
const rowsInOneGo = 200
/**
 * The maximum size of a batch in characters. A batch is written in one transaction; a larger one would block the
 * processor and other writers for too long.
 */
const maxBatchChars = 256 * 1024

/** Yields the rows after row `afterRow` in batches of at most `batchRows` rows. */
export async function* batchesOf(table: Table, afterRow: number, batchRows: number): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  let chars = 0
  for await (const row of table.rows(afterRow)) {
    batch.push(row)
    for (const cell of row.cells) chars += typeof cell === 'string' ? cell.length : 16
    if (batch.length % rowsInOneGo === 0) await nextTurn()
    if (batch.length < batchRows && chars < maxBatchChars) continue
    yield batch
    batch = []
    chars = 0
  }
  if (batch.length > 0) yield batch
}

/**
 * Counts the rows that are not empty. Reads the whole file, so an unreadable file fails here, before anything is
 * written.
 */
export async function countRows(table: Table, signal: AbortSignal): Promise<number> {
  let count = 0
  for await (const _row of table.rows()) {
    count++
    if (count % rowsInOneGo !== 0) continue
    await nextTurn()
    signal.throwIfAborted()
  }
  return count
}

/** Yields the items of `source` and reads each next item while the present one is being processed. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = (): Promise<IteratorResult<T>> => {
    const answer = source.next()
    // The error is thrown when the item is used; an unhandled rejection before that would end the process.
    answer.catch(() => {})
    return answer
  }
  let next = ask()
  try {
    for (;;) {
      const { value, done } = await next
      if (done === true) return
      next = ask()
      yield value
    }
  } finally {
    await next.catch(() => {})
    await source.return(undefined)
  }
}
