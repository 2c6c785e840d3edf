import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of Emscripten's file system that this file uses or replaces. */
interface FileSystemModule {
  FS: { mkdirTree(path: string): void; mount(type: unknown, options: { root: string }, path: string): void }
  NODEFS: { stream_ops: StreamOperations }
}
interface StreamOperations {
  fsync?: (stream: { nfd: number }) => number
  write: (stream: unknown, buffer: unknown, offset: number, length: number, position?: number) => number
}
type StartOptions = Parameters<NodeFS['init']>[1]

const syncsAtOnce = 4

/**
 * Files of the embedded server whose fsync really writes to the disk. PGlite's fsync does nothing by default, so a
 * power failure would lose acknowledged changes. A new database is created in the folder `making`, which is renamed to
 * `folder` once all its files are synced, so that `folder` never holds half a database. Relies on internals of the
 * pinned PGlite version; tests check them.
 */
export class SyncedFiles extends NodeFS {
  syncs = 0
  readonly #folder: string
  /** The mounted folder. Emscripten reads it whenever it opens a file, so the server follows the renaming. */
  readonly #mounted: { root: string }
  #isCutShort = false

  constructor(folder: string, making?: string) {
    super(making ?? folder)
    this.#folder = folder
    this.#mounted = { root: making ?? folder }
  }

  override async init(...[server, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    this.pg = server
    const mount = (module: unknown): void => {
      const { FS, NODEFS } = module as FileSystemModule
      FS.mkdirTree(PGlite.paths.PGDATA)
      FS.mount(NODEFS, this.#mounted, PGlite.paths.PGDATA)
    }
    const useRealSync = (module: unknown): void => {
      const operations = (module as FileSystemModule).NODEFS.stream_ops
      operations.fsync = ({ nfd }) => {
        this.syncs++
        fsyncSync(nfd)
        return 0
      }
      if (this.#isMade()) return
      const { write } = operations
      operations.write = (stream, buffer, offset, length, position) => {
        const written = write(stream, buffer, offset, length, position)
        if (written < length) this.#isCutShort = true
        return written
      }
    }
    const preRun = [...[options.preRun ?? []].flat(), mount, useRealSync]
    return { emscriptenOpts: { ...options, preRun } as StartOptions }
  }

  /**
   * Syncs and renames a new database. PGlite calls this when the files are written and no server runs on them yet;
   * later calls do nothing.
   */
  override async syncToFs(): Promise<void> {
    if (this.#isMade()) return
    if (this.#isCutShort) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    await publishFolder(this.#mounted.root, this.#folder)
    this.#mounted.root = this.#folder
  }

  #isMade(): boolean {
    return this.#mounted.root === this.#folder
  }
}

/**
 * Syncs the folder `making`, which holds a new database, and renames it to `folder`, which must be missing or empty.
 */
export async function publishFolder(making: string, folder: string): Promise<void> {
  await syncTree(making)
  // Windows cannot rename to an existing folder, even an empty one.
  if (process.platform === 'win32' && existsSync(folder)) rmdirSync(folder)
  moveInto(making, folder)
  syncPath(dirname(folder))
}

/**
 * Renames `from` to `to`, which must be missing or empty. Throws an error for the operator when `to` is a link or a
 * mount point.
 */
function moveInto(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EBUSY', 'EXDEV', 'ENOTDIR'].includes(code)) throw error
    throw new Error(`${to} must be an ordinary folder, not a link or a mount point; link or mount DATA_DIR instead`)
  }
}

/**
 * Syncs a folder and everything in it. Several files are synced at once, so that they share flushes of the file
 * system's journal.
 */
async function syncTree(folder: string): Promise<void> {
  const paths = [folder]
  const waiting: string[] = [folder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      if (entry.isDirectory() || entry.isFile()) paths.push(path)
    }
  }
  const syncNext = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPathAside(path)
  }
  await Promise.all(Array.from({ length: syncsAtOnce }, syncNext))
}

async function syncPathAside(path: string): Promise<void> {
  // Windows cannot open a folder for syncing, and folder entries need no sync there.
  if (process.platform === 'win32') return
  await using file = await open(path, 'r')
  await file.sync()
}

function syncPath(path: string): void {
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
