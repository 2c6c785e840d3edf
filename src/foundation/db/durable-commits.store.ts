import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * Sets whether a commit waits until it is on the disk, for all following transactions of this process. Without waiting,
 * a crash may lose the last transactions, but never one of them without all later ones. The next commit that waits
 * makes all earlier ones durable. Does nothing with a database server, whose many connections would all have to be set.
 */
export async function setDurableCommits(database: Database, isDurable: boolean): Promise<void> {
  if (database.kind !== 'embedded') return
  await database.outsideTransaction(isDurable ? sql`set synchronous_commit = on` : sql`set synchronous_commit = off`)
}
