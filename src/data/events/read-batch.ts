import type { Database } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { EventHandler } from './event.ts'
import { eventsAfter, mayHaveEvents } from './events.store.ts'
import { lockPosition, movePosition, skipEvents } from './positions.store.ts'

export interface BatchOptions {
  readonly name: string
  /** Whether the handler receives published events only. */
  readonly publishedOnly: boolean
  /**
   * A condition in SQL. While it is false, the handler has nothing to do, and events are skipped without being read. By
   * default, all events are read.
   */
  readonly isNeeded?: Sql
  /** Maximum number of events that are read in one transaction. */
  readonly maxEvents: number
  readonly handle: EventHandler
}

/**
 * The result of reading a batch. `idle`: there was nothing to read, or another node is reading. `skipped`: the handler
 * did not need the events. `more`: further events may be waiting.
 */
export type BatchResult = 'idle' | 'skipped' | 'read' | 'more'

/**
 * Reads the next events of a reader, calls its handler and moves its position, in one transaction: after a crash,
 * either the events were handled and the position is after them, or neither happened.
 */
export async function readBatch(database: Database, options: BatchOptions): Promise<BatchResult> {
  const { name, publishedOnly, maxEvents, handle, isNeeded = sql`true` } = options
  // Check for new events before the transaction, because a transaction with a number holds back all readers until it
  // ends.
  const { found, needed } = await mayHaveEvents(database.reader, name, isNeeded)
  if (!found) return 'idle'
  if (!needed && (await skipEvents(database.single, name, isNeeded))) return 'skipped'
  return database.transaction(async (tx) => {
    const place = await lockPosition(tx, name)
    if (place === undefined) return 'idle'
    const { events, next, isFull } = await eventsAfter(tx, place, maxEvents)
    const wanted = publishedOnly ? events.filter(({ isPublished }) => isPublished) : events
    if (wanted.length > 0) await handle(tx, wanted)
    if (next !== place) await movePosition(tx, name, next)
    if (isFull) return 'more'
    return events.length > 0 ? 'read' : 'idle'
  })
}
