import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Actor, recordAudit, systemActor } from '../audit/index.ts'
import type { Jobs, PeriodicJob } from '../jobs/index.ts'
import { withErrorListener } from '../kit/error-listener.ts'
import { isUuid, newId } from '../kit/ids.ts'
import {
  type Backup,
  type BackupFigures,
  backupById,
  backupFigures,
  failSilent,
  insertBackup,
  newestBackups,
  openBackup,
  removeBackup,
} from './backups.store.ts'
import { backupElsewhere, backupNotFound, backupNotReady } from './errors.ts'
import { type MakeBackupDeps, makeBackup } from './make-backup.ts'
import { type BackupSchedule, backupEveryNight } from './schedule.ts'

export interface Backups {
  /** Starts a backup, or returns the one that waits or runs. */
  create(actor: Actor): Promise<Backup>
  /** Returns the last backups, newest first. */
  list(): Promise<Backup[]>
  get(id: string): Promise<Backup>
  /** Opens the archive of a backup and records that it was read. */
  open(actor: Actor, id: string): Promise<{ readonly name: string; readonly bytes: number; readonly stream: Readable }>
  /** Deletes a backup with its archive; cancels one that runs. */
  delete(actor: Actor, id: string): Promise<void>
  figures(): Promise<BackupFigures>
  readonly schedule: BackupSchedule | undefined
  readonly periodic: readonly PeriodicJob[]
}

export interface BackupsOptions extends MakeBackupDeps {
  readonly jobs: Jobs
  /** When backups are made without a request; undefined for never. */
  readonly schedule: BackupSchedule | undefined
}

const queue = 'backups'
const maxListed = 500

export async function createBackups(options: BackupsOptions): Promise<Backups> {
  const { database, clock, jobs, folder, schedule } = options
  await jobs.work<{ id: string }>(queue, ({ data, signal }) => makeBackup(options, data.id, signal))

  async function create(actor: Actor, origin: Backup['origin']): Promise<Backup> {
    const at = new Date(clock.nowMs())
    const id = newId()
    const name = `chancery-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${id.slice(-6)}.tar`
    const found = await database.transaction(async (tx) => {
      for (const failed of await failSilent(tx, at)) await options.tellFailure(tx, failed)
      if (!(await insertBackup(tx, { id, name, origin, createdBy: actor.userId }, at))) return openBackup(tx)
      await jobs.enqueue(tx, queue, { id })
      await recordAudit(tx, actor, { object: `backup:${id}`, after: { state: 'queued', name } })
      return backupById(tx, id)
    })
    jobs.nudge(queue)
    // The backup that was running may have ended meanwhile.
    return found ?? create(actor, origin)
  }

  async function get(id: string): Promise<Backup> {
    const found = isUuid(id) ? await backupById(database.reader, id) : undefined
    if (found === undefined) throw backupNotFound(`backup ${id} not found`)
    return found
  }

  async function remove(actor: Actor, id: string): Promise<void> {
    const name = await database.transaction(async (tx) => {
      const removed = isUuid(id) ? await removeBackup(tx, id) : undefined
      if (removed === undefined) throw backupNotFound(`backup ${id} not found`)
      await recordAudit(tx, actor, { object: `backup:${id}`, before: { name: removed } })
      return removed
    })
    await rm(join(folder, name), { force: true })
  }

  return {
    create: (actor) => create(actor, 'request'),
    list: () => newestBackups(database.reader, maxListed),
    get,
    async open(actor, id) {
      const { state, name, host } = await get(id)
      if (state !== 'done') throw backupNotReady(`backup ${id} has no archive: its state is ${state}`)
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found === undefined)
        throw backupElsewhere(`the archive ${name} is not in the backup folder of this server; it was made on ${host}`)
      const stream = withErrorListener(createReadStream(path, { highWaterMark: 256 * 1024 }))
      await once(stream, 'open')
      await database.transaction((tx) =>
        recordAudit(tx, actor, { object: `backup:${id}`, after: { downloaded: true } }),
      )
      return { name, bytes: found.size, stream }
    },
    delete: remove,
    figures: () => backupFigures(database.reader),
    schedule,
    periodic:
      schedule === undefined
        ? []
        : [
            backupEveryNight(schedule, {
              database,
              clock,
              make: () => create(systemActor, 'schedule'),
              remove: (id) => remove(systemActor, id),
            }),
          ],
  }
}
