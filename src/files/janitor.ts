import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { ByteStore } from './bytes/byte-store.ts'
import { sweepBytes, sweepUnknownBytes } from './bytes/bytes-janitor.ts'
import { forgetSpentLinks } from './links/spent-links.store.ts'
import type { Disk } from './uploads/disk.ts'
import { deleteExpired, knownAmong } from './uploads/temporary-files.store.ts'

const everyMs = 5 * 60_000
const firstAfterMs = 3_000
/** A file without a row may still be arriving, but not without a byte for an hour. */
const untouchedMs = 60 * 60_000
const namesAtOnce = 1000
/** To list all bytes there are is long work, and finds something only where rows were lost. */
const listEveryMs = 24 * 60 * 60_000

export interface Janitor {
  /** Removes uploads past their hour, then files that no row knows, old files of the recycle bin, and bytes of files that nothing names. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** Sweeps when the server has started, and every few minutes then. Rows go first: a file without a row is invisible, a row without a file is a lie. */
export function startJanitor(deps: {
  database: Database
  disk: Disk
  bytes: ByteStore
  clock: Clock
  log: Log
  /** What is too old in the recycle bin; its bytes can go at once then. */
  sweepBin: () => Promise<void>
}): Janitor {
  const { database, disk, clock, log } = deps
  let listedMs = Number.NEGATIVE_INFINITY
  const sweep = async (): Promise<void> => {
    for (const id of await deleteExpired(database.single, new Date(clock.nowMs()))) await disk.remove(id)
    await forgetSpentLinks(database.single, new Date(clock.nowMs()))
    // Times of the file system are the machine's, which a moved clock does not move.
    const old = await disk.untouchedSince(Date.now() - untouchedMs)
    for (let at = 0; at < old.length; at += namesAtOnce) {
      const names = old.slice(at, at + namesAtOnce)
      const known = await knownAmong(database.reader, names)
      for (const name of names) if (!known.has(name)) await disk.remove(name)
    }
    await deps.sweepBin()
    await sweepBytes(deps)
    if (clock.monotonicMs() - listedMs < listEveryMs) return
    await sweepUnknownBytes(deps)
    listedMs = clock.monotonicMs()
  }
  let running: Promise<void> = Promise.resolve()
  const sweepNow = (): void => {
    running = running.then(() => sweep()).catch((error) => log('warn', 'sweeping temporary files failed', { error }))
  }
  // Later than at once, since the embedded database has one session and the start waits for it.
  const first = setTimeout(sweepNow, firstAfterMs).unref()
  const timer = setInterval(sweepNow, everyMs).unref()
  return {
    sweep,
    async close() {
      clearTimeout(first)
      clearInterval(timer)
      await running
    },
  }
}
