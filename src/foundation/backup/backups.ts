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

export interface BackupsOptions extends MakeBackupDeps {
  readonly jobs: Jobs
  /** When backups are made without a request; undefined for never. */
  readonly schedule: BackupSchedule | undefined
}

interface StartedBackup {
  readonly backup: Backup
  readonly isNew: boolean
}

const queue = 'backups'
const maxListed = 500

/** Creates the backups and registers the queue that makes them. */
export async function createBackups(options: BackupsOptions): Promise<Backups> {
  await options.jobs.work<{ id: string }>(queue, ({ data, signal }) => makeBackup(options, data.id, signal))
  return new Backups(options)
}

/** The backups of an installation. */
export class Backups {
  readonly periodic: readonly PeriodicJob[]
  readonly schedule: BackupSchedule | undefined
  readonly #options: BackupsOptions

  constructor(options: BackupsOptions) {
    const { schedule, database, clock } = options
    const make = (): Promise<StartedBackup> => this.#create(systemActor, 'schedule')
    const remove = (id: string): Promise<void> => this.delete(systemActor, id)
    this.#options = options
    this.schedule = schedule
    this.periodic = schedule === undefined ? [] : [backupEveryNight(schedule, { database, clock, make, remove })]
  }

  /** Starts a backup if none waits or runs. Returns that backup; `isNew` says whether this call has started it. */
  create(actor: Actor): Promise<StartedBackup> {
    return this.#create(actor, 'request')
  }

  /** Returns the last backups, newest first. */
  list(): Promise<Backup[]> {
    return newestBackups(this.#options.database.reader, maxListed)
  }

  async get(id: string): Promise<Backup> {
    const found = isUuid(id) ? await backupById(this.#options.database.reader, id) : undefined
    if (found === undefined) throw backupNotFound(`backup ${id} not found`)
    return found
  }

  /** Opens the archive of a backup and records that it was read. */
  async open(
    actor: Actor,
    id: string,
  ): Promise<{ readonly name: string; readonly bytes: number; readonly stream: Readable }> {
    const { state, name, host } = await this.get(id)
    if (state !== 'done') throw backupNotReady(`backup ${id} has no archive: its state is ${state}`)
    const path = join(this.#options.folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined)
      throw backupElsewhere(`the archive ${name} is not in the backup folder of this server; it was made on ${host}`)
    const stream = withErrorListener(createReadStream(path, { highWaterMark: 256 * 1024 }))
    await once(stream, 'open')
    await this.#options.database.transaction((tx) =>
      recordAudit(tx, actor, { object: `backup:${id}`, after: { downloaded: true } }),
    )
    return { name, bytes: found.size, stream }
  }

  /** Deletes a backup with its archive; cancels one that runs. */
  async delete(actor: Actor, id: string): Promise<void> {
    const name = await this.#options.database.transaction(async (tx) => {
      const removed = isUuid(id) ? await removeBackup(tx, id) : undefined
      if (removed === undefined) throw backupNotFound(`backup ${id} not found`)
      await recordAudit(tx, actor, { object: `backup:${id}`, before: { name: removed } })
      return removed
    })
    await rm(join(this.#options.folder, name), { force: true })
  }

  figures(): Promise<BackupFigures> {
    return backupFigures(this.#options.database.reader)
  }

  async #create(actor: Actor, origin: Backup['origin']): Promise<StartedBackup> {
    const at = new Date(this.#options.clock.nowMs())
    const id = newId()
    const name = `chancery-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${id.slice(-6)}.tar`
    const found = await this.#options.database.transaction(async (tx) => {
      for (const failed of await failSilent(tx, at)) await this.#options.tellFailure(tx, failed)
      if (!(await insertBackup(tx, { id, name, origin, createdBy: actor.userId }, at))) return openBackup(tx)
      await this.#options.jobs.enqueue(tx, queue, { id })
      await recordAudit(tx, actor, { object: `backup:${id}`, after: { state: 'queued', name } })
      return backupById(tx, id)
    })
    this.#options.jobs.nudge(queue)
    // The backup that was running may have ended meanwhile.
    return found === undefined ? this.#create(actor, origin) : { backup: found, isNew: found.id === id }
  }
}
