import type { Database, Tx } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { BlobStore } from './blob-store.ts'
import { deleteBlob, lockUnknown, lockUnused, unknownAmong, unusedBlobs } from './blobs.store.ts'

/** The lifetime of an upload. Bytes announced for an upload are named by a version within this time, or never. */
const retentionMs = 60 * 60_000
const blobsAtOnce = 1000
const namesAtOnce = 500
/** A sweep stops collecting unknown blobs at this number, to bound memory; the next sweep removes more. */
const maxRemoved = 100_000

interface Deps {
  readonly database: Database
  readonly blobs: BlobStore
}

/**
 * Removes up to 1,000 blobs that neither a version of a file nor a retention export names, and then their rows. Each
 * row is locked while its bytes are removed.
 */
export async function sweepBlobs(deps: Deps & { clock: Clock }): Promise<void> {
  const { database, clock } = deps
  const before = new Date(clock.nowMs() - retentionMs)
  for (const sha256 of await unusedBlobs(database.reader, before, blobsAtOnce))
    await remove(deps, sha256, (tx) => lockUnused(tx, sha256, before))
}

/**
 * Removes blobs that have no row in the database. Such blobs remain when the database is restored from an older
 * backup. Removes nothing when more blobs without a row are found than blobs with a row, because the store then
 * probably belongs to another database. Ages are compared with the times of the store.
 */
export async function sweepUnknownBlobs(deps: Deps & { log: Log }): Promise<void> {
  const { database, blobs, log } = deps
  let [knownCount, unknownCount] = [0, 0]
  const unknown: Buffer[] = []
  for await (const names of inGroups(blobs.list(Date.now() - retentionMs), namesAtOnce)) {
    const group = await unknownAmong(
      database.reader,
      names.map((name) => Buffer.from(name, 'hex')),
    )
    knownCount += names.length - group.length
    unknownCount += group.length
    if (unknown.length < maxRemoved) unknown.push(...group)
  }
  if (unknownCount > knownCount) {
    const sentence =
      'the file store contains more files that this database does not know than files that it knows; none was removed'
    log('error', sentence, { unknown: unknownCount, known: knownCount })
    return
  }
  // `lockUnknown` checks each blob again under its lock.
  for (const sha256 of unknown) await remove(deps, sha256, (tx) => lockUnknown(tx, sha256))
}

/** Removes bytes and their row when `take` has locked the row and returned true. */
async function remove({ database, blobs }: Deps, sha256: Buffer, take: (tx: Tx) => Promise<boolean>): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await take(tx))) return
    await blobs.remove(sha256.toString('hex'))
    await deleteBlob(tx, sha256)
  })
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
