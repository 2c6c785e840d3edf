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

/** Who uses a data folder. */
export interface LockHolder {
  readonly pid: number
  /** When the process started, in the words of the system; tells a reused process id apart. */
  readonly started: string
  readonly host: string
  /** The set of process ids it lives in: containers have their own. */
  readonly processes: string
  /** Where the server listens, once it does. */
  readonly url?: string
}

export interface Lock {
  release(): void
}

const beatEveryMs = 1_000
/** A holder on another host or in another container can't be looked up; it is gone when it gave no sign for so long. */
const silentAfterMs = 6_000
const takeoverMs = 5_000

/** Takes `dataDir/lock`; a second process on the same folder would destroy the database. Refuses with a plain sentence. */
export async function takeLock(dataDir: string): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'lock')
  const { host, processes } = here()
  const mine: LockHolder = { pid: process.pid, started: startOf(process.pid) ?? randomUUID(), host, processes }
  const deadlineMs = performance.now() + silentAfterMs + 2 * takeoverMs
  const guardAgeMs = unchangedFor(`${path}.takeover`)
  while (!create(path, mine)) {
    const holder = await readHolder(path)
    if (holder !== undefined && (await isHeld(path, holder))) {
      throw new Error(
        `DATA_DIR ${dataDir} is in use by process ${holder.pid}${holder.host === host ? '' : ` on ${holder.host}`}` +
          `${holder.url === undefined ? '' : `, which listens on ${holder.url}`}; stop it first, or use another folder`,
      )
    }
    await removeStale(path, holder, guardAgeMs)
    if (performance.now() > deadlineMs)
      throw new Error(`the lock file ${path} can't be taken; remove it if nothing uses it`)
  }
  const beat = setInterval(() => touch(path), beatEveryMs).unref()
  return {
    release() {
      clearInterval(beat)
      if (sameHolder(parse(path), mine)) rmSync(path, { force: true })
    },
  }
}

/** Notes in our own lock where the server listens, for commands that look for it. */
export function writeUrl(dataDir: string, url: string): void {
  const path = join(dataDir, 'lock')
  const holder = parse(path)
  if (holder?.pid !== process.pid) throw new Error('only the holder of a lock writes to it')
  writeFileSync(`${path}.new`, JSON.stringify({ ...holder, url }), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** The living process that uses `dataDir`, or undefined. */
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
    // On a full disk: an empty lock would keep the next start waiting.
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

/** Waits a little for a file that is being written at this moment. */
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
  // The age of the last sign would tell nothing: the clocks of two hosts differ, and one may have been set. So wait for
  // the next sign.
  const beatenMs = touchedAtMs(path)
  const untilMs = performance.now() + silentAfterMs
  while (beatenMs !== undefined && performance.now() < untilMs) {
    await wait(250)
    const touchedMs = touchedAtMs(path)
    if (touchedMs !== beatenMs) return touchedMs !== undefined
  }
  return false
}

/** Of several starters that see the same stale lock only one removes it, else the second would remove the first's. */
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

/** Returns how long a file has been seen unchanged by the function that it returns; 0 while there is none. */
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
    // The folder is gone or read-only: the database itself will say so.
  }
}

/** Where process ids mean something to us. */
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

/** Boot and start time of a process where the system tells them (Linux), else undefined. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // The command may hold spaces and brackets, so count from its closing bracket: the 20th word is the start time.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    // A killed process whose parent hasn't noticed yet is still listed.
    return words[0] === 'Z' ? 'ended' : `${boot} ${words[19]}`
  } catch {
    return undefined
  }
}
