import { mkdir, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { recordAudit, systemActor } from '../audit/index.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { countsOf } from './archive/manifest.ts'
import { type Backup, beat, beginBackup, completeBackup, type FailedBackup, failBackup } from './backups.store.ts'
import { writeArchive } from './dump/write-archive.ts'
import type { FileSource } from './file-source.ts'

export interface MakeBackupDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly files: FileSource
  /** The folder of archives. */
  readonly folder: string
  /** Version of Chancery. */
  readonly product: string
  /** Notifies of a backup that failed, in the transaction that stores the failure. */
  readonly tellFailure: (tx: Transaction, failed: FailedBackup) => Promise<void>
}

/** Interval of heartbeats in ms. A minute after the last heartbeat, the sweep of unused bytes of files resumes. */
const beatEveryMs = 2_000

/**
 * Makes the archive of a backup that was requested. A failure is stored with the backup. Throws when the node stops;
 * the backup then starts again on the next node.
 */
export async function makeBackup(deps: MakeBackupDeps, id: string, stopping: AbortSignal): Promise<void> {
  const { database, clock, log, folder } = deps
  const backup = await beginBackup(database.single, id, hostname())
  if (backup === undefined) return
  const part = join(folder, `${backup.name}.part`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rm(part, { force: true })
    await writeBackup(deps, backup, part, stopping)
  } catch (error) {
    stopping.throwIfAborted()
    const failed = { id, name: backup.name, problem: problemOf(error, folder) }
    const isWanted = await database.transaction(async (tx) => {
      if (!(await failBackup(tx, failed, new Date(clock.nowMs())))) return false
      await deps.tellFailure(tx, failed)
      return true
    })
    if (isWanted) log('error', 'a backup failed', { backup: id, error })
  } finally {
    await rm(part, { force: true })
  }
}

async function writeBackup(deps: MakeBackupDeps, backup: Backup, part: string, stopping: AbortSignal): Promise<void> {
  const { database, clock, files, folder, product } = deps
  const { id, name } = backup
  const state = { processed: 0, total: 0 }
  const deleted = new AbortController()
  const signal = AbortSignal.any([stopping, deleted.signal])
  const tell = (): void => {
    beat(database.single, id, state.processed, state.total).then(
      (isWanted) => isWanted || deleted.abort(new Error('the backup was deleted')),
      // The database may be temporarily unavailable; the next heartbeat tries again.
      () => {},
    )
  }
  const timer = setInterval(tell, beatEveryMs)
  try {
    const progress = {
      report(processed: number, total: number): void {
        signal.throwIfAborted()
        const isFirst = state.total === 0
        Object.assign(state, { processed, total })
        if (isFirst) tell()
      },
    }
    const { bytes, sha256, manifest } = await database.snapshot((snapshot) =>
      writeArchive({
        ...{ snapshot, files, path: part, id, product, progress },
        kind: database.kind,
        nowMs: clock.nowMs(),
      }),
    )
    signal.throwIfAborted()
    await rename(part, join(folder, name))
    const isDone = await database.transaction(async (tx) => {
      const at = new Date(clock.nowMs())
      if (!(await completeBackup(tx, id, { bytes, sha256, counts: countsOf(manifest), at }))) return false
      await recordAudit(tx, systemActor, {
        object: `backup:${id}`,
        after: { state: 'done', name, bytes, sha256: sha256.toString('hex') },
      })
      return true
    })
    if (!isDone) await rm(join(folder, name), { force: true })
  } finally {
    clearInterval(timer)
  }
}

function problemOf(error: unknown, folder: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk of the backup folder ${folder} is full`
  return message.slice(0, 1000)
}
