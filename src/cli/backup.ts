import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from './command.ts'
import { countOf, createProgressLine, sizeText } from './progress.ts'
import { openServer, type ServerAccess, serverOptions } from './server-access.ts'
import { stopSignal } from './stop-signal.ts'

const pollMs = 500

interface BackupStatus {
  readonly id: string
  readonly name: string
  readonly state: 'queued' | 'running' | 'done' | 'failed'
  readonly total: number
  readonly processed: number
  readonly bytes: number
  readonly sha256: string
  readonly rows: number
  readonly files: number
  readonly missingFiles: number
  readonly problem: string | null
}

export const backup: Command = {
  options: {
    ...serverOptions,
    keep: { type: 'boolean', meaning: 'Also keep the archive in the backup folder of the server' },
  },
  more: () =>
    'The archive holds all data and files, and the secrets that they need: store it as safely as the database. Ctrl+C cancels.',
  async run({ words: [file, ...others], options }) {
    if (file === undefined || others.length > 0) throw new Error('give one file, such as chancery backup office.tar')
    if (existsSync(file)) throw new Error(`${file} exists already; choose another name`)
    await using server = await openServer(options)
    const cancelled = new AbortController()
    void stopSignal().then(() => cancelled.abort(new Error('cancelled; no archive was written')))
    const requested = await requestBackup(server)
    const made = await makeArchive(server, requested, cancelled.signal)
    try {
      await download(server, made, file, cancelled.signal)
    } finally {
      if (requested.isOwn && options.keep !== true) await server.call('DELETE', `/api/v1/backups/${made.id}`)
    }
    const { bytes, rows, files, missingFiles, sha256 } = made
    console.log(`${file}  ${sizeText(bytes)}  ${countOf(rows, 'row')}  ${countOf(files, 'file')}  SHA-256 ${sha256}`)
    if (missingFiles === 0) return 0
    console.error(`${countOf(missingFiles, 'file')} lost or damaged in the file store; the archive has everything else`)
    return 1
  },
}

interface RequestedBackup {
  readonly started: BackupStatus
  /** Whether this command started the backup. The command cancels and deletes no other backup. */
  readonly isOwn: boolean
}

/** Requests a backup from the server, which returns the backup that is already being made if there is one. */
async function requestBackup(server: ServerAccess): Promise<RequestedBackup> {
  const answer = await server.call('POST', '/api/v1/backups')
  const started = answer.backup as BackupStatus
  const { isNew } = answer as { isNew?: boolean }
  if (isNew === undefined)
    console.error('the server does not say whether it has begun this backup; the archive stays there')
  else if (!isNew) console.error(`the server already makes the backup ${started.name}; waiting for its archive`)
  return { started, isOwn: isNew === true }
}

/**
 * Waits for the end of a backup. Deletes a backup of this command when the signal is aborted, when the backup fails, or
 * when its state cannot be read.
 */
async function makeArchive(
  server: ServerAccess,
  { started, isOwn }: RequestedBackup,
  signal: AbortSignal,
): Promise<BackupStatus> {
  const line = createProgressLine()
  const path = `/api/v1/backups/${started.id}`
  try {
    for (let status = started; ; status = (await server.call('GET', path)).backup as BackupStatus) {
      signal.throwIfAborted()
      line.show('writing the archive', status.processed, status.total)
      if (status.state === 'done') return status
      if (status.state === 'failed') throw new Error(`the backup failed: ${status.problem}`)
      await wait(pollMs, undefined, { signal }).catch(() => {})
    }
  } catch (error) {
    if (isOwn) await server.call('DELETE', path).catch(() => {})
    throw error
  } finally {
    line.end()
  }
}

/** Downloads an archive to a temporary file, verifies it, and renames the file once it is durable. */
async function download(
  server: ServerAccess,
  { id, bytes, sha256 }: BackupStatus,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const line = createProgressLine()
  const part = `${file}.part`
  const hash = createHash('sha256')
  const handle = await open(part, 'w', 0o600)
  try {
    let done = 0
    for await (const chunk of await server.chunks(`/api/v1/backups/${id}/download`)) {
      signal.throwIfAborted()
      hash.update(chunk)
      await handle.writeFile(chunk)
      done += chunk.length
      line.show('downloading', done, bytes)
    }
    if (hash.digest('hex') !== sha256)
      throw new Error('the archive was damaged during the download; run the command again')
    await handle.sync()
    await rename(part, file)
  } finally {
    line.end()
    await handle.close()
    await rm(part, { force: true })
  }
}
