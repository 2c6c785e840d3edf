import type { Database } from '../foundation/db/database.ts'
import type { PeriodicJob } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { sweepBlobs, sweepUnknownBlobs } from './blobs/sweep-blobs.ts'
import { deleteExpiredUses } from './links/used-links.store.ts'
import { deleteExpired, knownAmong } from './uploads/temporary-files.store.ts'
import type { UploadFolder } from './uploads/upload-folder.ts'

const everyMs = 5 * 60_000
const firstAfterMs = 3_000
/**
 * The age at which a file without a row is removed. A younger file may belong to an upload that is still being
 * received; an upload that receives no byte for an hour is dead.
 */
const untouchedMs = 60 * 60_000
const namesAtOnce = 1000
/** Listing all stored bytes takes long and only finds something when rows were lost, so it runs once a day. */
const listEveryMs = 24 * 60 * 60_000

export interface Janitor {
  /**
   * Removes expired uploads, the marks of used links that have expired, files of the upload folder without a row,
   * expired files of the recycle bin, and blobs that nothing names.
   */
  sweep(): Promise<void>
  readonly periodic: PeriodicJob
}

/**
 * Creates the sweep: the first soon after the start of the server, then one every five minutes. The rows of uploads
 * are deleted before their files, because an unreferenced file is harmless, but a row without its file is an error.
 */
export function createJanitor(deps: {
  database: Database
  uploadFolder: UploadFolder
  blobs: BlobStore
  clock: Clock
  log: Log
  /**
   * Removes expired files from the recycle bin; runs before the sweep of bytes, so that their bytes can be removed too.
   */
  purgeExpired: () => Promise<void>
}): Janitor {
  const { database, uploadFolder, clock } = deps
  let listedMs = Number.NEGATIVE_INFINITY
  const sweep = async (): Promise<void> => {
    for (const id of await deleteExpired(database.single, new Date(clock.nowMs()))) await uploadFolder.remove(id)
    await deleteExpiredUses(database.single, new Date(clock.nowMs()))
    // File times come from the system clock, also where tests replace the platform's clock.
    const old = await uploadFolder.untouchedSince(Date.now() - untouchedMs)
    for (let at = 0; at < old.length; at += namesAtOnce) {
      const names = old.slice(at, at + namesAtOnce)
      const known = await knownAmong(database.reader, names)
      for (const name of names) if (!known.has(name)) await uploadFolder.remove(name)
    }
    await deps.purgeExpired()
    await sweepBlobs(deps)
    if (clock.monotonicMs() - listedMs < listEveryMs) return
    await sweepUnknownBlobs(deps)
    listedMs = clock.monotonicMs()
  }
  return {
    sweep,
    // The first sweep is delayed because the embedded database has only one session, which the start of the server
    // needs.
    periodic: { name: 'sweep files', firstAfterMs, everyMs, on: 'every node', run: sweep },
  }
}
