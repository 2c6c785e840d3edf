import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row, Table } from './read/row.ts'

/** Rows read in one go; then others get their turn, since reading takes the processor and never waits. */
const rowsInOneGo = 200
/** A batch is written in one piece: more than this would keep the processor, and others waiting, for too long. */
const maxBatchChars = 256 * 1024

/** The rows behind `afterRow` in pieces of at most `batchRows`. */
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

/** Rows with something in them. What makes a file unreadable shows here, before anything is written. */
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

/** The same pieces, each asked for while the one before it is worked on. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = (): Promise<IteratorResult<T>> => {
    const answer = source.next()
    // Its failure is met when the piece is needed, and must not end the process before.
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
