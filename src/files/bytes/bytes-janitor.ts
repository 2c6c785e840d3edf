import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kit/clock.ts'
import { deleteBlob, takeUnknown, takeUnused, unknownAmong, unusedBlobs } from './blobs.store.ts'
import type { ByteStore } from './byte-store.ts'

/** As long as an upload lives: what is kept for one is named by then, or never. */
const keptMs = 60 * 60_000
const blobsAtOnce = 1000
const namesAtOnce = 500

/** Removes bytes that no version of a file names, under the lock of their row, and then the row. */
export async function sweepBytes(deps: { database: Database; bytes: ByteStore; clock: Clock }): Promise<void> {
  const { database, bytes, clock } = deps
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
  for await (const names of inGroups(bytes.list(Date.now() - keptMs), namesAtOnce)) {
    // Nearly all are known, and what is not is asked for once more under its lock.
    const unknown = await unknownAmong(
      database.reader,
      names.map((name) => Buffer.from(name, 'hex')),
    )
    for (const sha256 of unknown) {
      await database.transaction(async (tx) => {
        if (!(await takeUnknown(tx, sha256))) return
        await bytes.remove(sha256.toString('hex'))
        await deleteBlob(tx, sha256)
      })
    }
  }
}

async function* inGroups<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const one of all) {
    group.push(one)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
