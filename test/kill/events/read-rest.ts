import { setTimeout as sleep } from 'node:timers/promises'
import { readBatch } from '../../../src/data/events/read-batch.ts'
import type { Database } from '../../../src/foundation/db/database.ts'
import { sql } from '../../../src/foundation/db/sql.ts'
import { noteEvents, readerNames } from './notes.store.ts'

/**
 * Reads, under the names of the readers, the events that the stopped servers have not read. Returns the number of
 * events that were read, over all readers.
 */
export async function readRest(database: Database): Promise<number> {
  while (!(await allAreOver(database))) await sleep(20)
  let count = 0
  for (const name of readerNames) {
    const handle: Parameters<typeof readBatch>[1]['handle'] = async (tx, events) => {
      await noteEvents(tx, name, events)
      count += events.length
    }
    while (
      (await readBatch(database, { name, publishedOnly: name === 'published', maxEvents: 500, handle })) !== 'idle'
    );
  }
  return count
}

/** Waits for transactions of other databases on the same server, which hold events back. */
async function allAreOver(database: Database): Promise<boolean> {
  const row = await database.reader.row<{ over: boolean }>(sql`
    select audit_turn(pg_snapshot_xmin(pg_current_snapshot())) > greatest(
      (select max(turn) from element_history), (select max(turn) from element_file_version), 0) as over`)
  return row!.over
}
