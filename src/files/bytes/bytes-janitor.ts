import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kit/clock.ts'
import { deleteBlob, takeUnknown, takeUnused, unusedBlobs } from './blobs.store.ts'
import type { ByteStore } from './byte-store.ts'

/** As long as an upload lives: what is kept for one is named by then, or never. */
const keptMs = 60 * 60_000
const blobsAtOnce = 1000

/** Removes bytes that no version of a file names, under the lock of their row, and then the row. */
export async function sweepBytes(rooms: { database: Database; bytes: ByteStore; clock: Clock }): Promise<void> {
  const { database, bytes, clock } = rooms
  const before = new Date(clock.nowMs() - keptMs)
  for (const sha256 of await unusedBlobs(database.reader, before, blobsAtOnce)) {
    await database.transaction(async (tx) => {
      if (!(await takeUnused(tx, sha256, before))) return
      await bytes.remove(sha256.toString('hex'))
      await deleteBlob(tx, sha256)
    })
  }
}

/** Removes bytes that no row knows, such as after a restore from a backup. Times of the store are the machine's. */
export async function sweepUnknownBytes({ database, bytes }: { database: Database; bytes: ByteStore }): Promise<void> {
  for await (const name of bytes.list(Date.now() - keptMs)) {
    await database.transaction(async (tx) => {
      const sha256 = Buffer.from(name, 'hex')
      if (!(await takeUnknown(tx, sha256))) return
      await bytes.remove(name)
      await deleteBlob(tx, sha256)
    })
  }
}
