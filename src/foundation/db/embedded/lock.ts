import { randomUUID } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isObject } from '../../kit/json.ts'

/** The process that uses a data folder. */
export interface LockHolder {
  readonly pid: number
  /** Start time of the process in the system's own format; distinguishes it from a later process with the same id. */
  readonly started: string
  readonly host: string
  /** The PID namespace of the process; each container has its own. */
  readonly processes: string
  /** Address of the server; absent until it listens. */
  readonly url?: string
}

export interface Lock {
  release(): void
}

const beatEveryMs = 1_000
/**
 * Milliseconds without a heartbeat after which a holder on another host or in another container counts as gone. Such a
 * holder cannot be looked up by its process id.
 */
const silentAfterMs = 6_000
const takeoverMs = 5_000

/**
 * Takes `dataDir/lock`, because a second process on the same folder would destroy the database. Throws an error with a
 * message for the operator when another process holds the lock.
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'lock')
  const { host, processes } = here()
  const mine: LockHolder = { pid: process.pid, started: startOf(process.pid) ?? randomUUID(), host, processes }
  const deadlineMs = performance.now() + silentAfterMs + 2 * takeoverMs
  const guardAgeMs = unchangedFor(`${path}.takeover`)
  while (!create(path, mine)) {
    if (performance.now() > deadlineMs)
      throw new Error(`the lock file ${path} cannot be acquired; remove it if no process uses it`)
    const holder = await readHolder(path)
    if (holder !== undefined && (await isHeld(path, holder))) {
      throw new Error(
        `DATA_DIR ${dataDir} is in use by process ${holder.pid}${holder.host === host ? '' : ` on ${holder.host}`}` +
          `${holder.url === undefined ? '' : `, which listens on ${holder.url}`}; stop it first, or use another folder`,
      )
    }
    await removeStale(path, holder, guardAgeMs)
  }
  const beat = setInterval(() => touch(path), beatEveryMs).unref()
  return {
    release() {
      clearInterval(beat)
      if (sameHolder(parse(path), mine)) rmSync(path, { force: true })
    },
  }
}

/** Writes the server's address into this process's own lock, for commands that look for the server. */
export function writeUrl(dataDir: string, url: string): void {
  const path = join(dataDir, 'lock')
  const holder = parse(path)
  if (holder?.pid !== process.pid) throw new Error('only the holder of a lock writes to it')
  writeFileSync(`${path}.new`, JSON.stringify({ ...holder, url }), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Returns the running process that uses `dataDir`, or undefined. */
export async function readLock(dataDir: string): Promise<LockHolder | undefined> {
  const path = join(dataDir, 'lock')
  const holder = await readHolder(path)
  return holder !== undefined && (await isHeld(path, holder)) ? holder : undefined
}

function create(path: string, holder: LockHolder): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeFileSync(file, JSON.stringify(holder))
    return true
  } catch (error) {
    // Writing the lock failed, for example on a full disk. An empty lock file would delay the next start.
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function parse(path: string): LockHolder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isObject(holder) && typeof holder.pid === 'number' ? (holder as unknown as LockHolder) : undefined
  } catch {
    return undefined
  }
}

/** Reads the holder from a lock. Waits up to half a second for a file that is just being written. */
async function readHolder(path: string): Promise<LockHolder | undefined> {
  for (let tries = 0; tries < 10; tries++) {
    const holder = parse(path)
    if (holder !== undefined || touchedAtMs(path) === undefined) return holder
    await wait(50)
  }
  return undefined
}

async function isHeld(path: string, holder: LockHolder): Promise<boolean> {
  const { host, processes } = here()
  if (holder.host === host && holder.processes === processes) {
    const started = startOf(holder.pid)
    return started === undefined ? isAlive(holder.pid) : started === holder.started
  }
  // The age of the last heartbeat is not reliable, since the clocks of two hosts differ and may have been set.
  // Therefore the next heartbeat is awaited.
  const beatenMs = touchedAtMs(path)
  const untilMs = performance.now() + silentAfterMs
  while (beatenMs !== undefined && performance.now() < untilMs) {
    await wait(250)
    const touchedMs = touchedAtMs(path)
    if (touchedMs !== beatenMs) return touchedMs !== undefined
  }
  return false
}

/**
 * Removes a stale lock. Only one of several starting processes may do so, else the second would remove the first one's
 * new lock.
 */
async function removeStale(path: string, stale: LockHolder | undefined, guardAgeMs: () => number): Promise<void> {
  const guard = `${path}.takeover`
  try {
    writeFileSync(guard, '', { flag: 'wx' })
  } catch {
    if (guardAgeMs() > takeoverMs) rmSync(guard, { force: true })
    await wait(20)
    return
  }
  try {
    if (sameHolder(parse(path), stale)) rmSync(path, { force: true })
  } finally {
    rmSync(guard, { force: true })
  }
}

function sameHolder(a: LockHolder | undefined, b: LockHolder | undefined): boolean {
  return a?.pid === b?.pid && a?.started === b?.started && a?.host === b?.host
}

function touchedAtMs(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/**
 * Returns a function that returns for how many milliseconds it has seen the file unchanged; 0 while there is no file.
 */
function unchangedFor(path: string): () => number {
  let seen: { touchedMs: number; sinceMs: number } | undefined
  return () => {
    const touchedMs = touchedAtMs(path)
    if (touchedMs === undefined) seen = undefined
    else if (seen?.touchedMs !== touchedMs) seen = { touchedMs, sinceMs: performance.now() }
    return seen === undefined ? 0 : performance.now() - seen.sinceMs
  }
}

function touch(path: string): void {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // The folder is missing or read-only; the database reports this.
  }
}

/** Returns the host and the PID namespace within which process ids can be compared. */
function here(): { host: string; processes: string } {
  try {
    return { host: hostname(), processes: readlinkSync('/proc/self/ns/pid') }
  } catch {
    return { host: hostname(), processes: '' }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the boot id and the start time of a process where the system provides them (Linux), else undefined. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The command may hold spaces and brackets, so the words are counted from its closing bracket: the 20th word is
    // the start time.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    // A killed process is listed as a zombie until its parent has noticed.
    return words[0] === 'Z' ? 'ended' : `${boot} ${words[19]}`
  } catch {
    return undefined
  }
}
