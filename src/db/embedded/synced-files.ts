import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The parts of emscripten's file system that are used or replaced. */
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
 * Files of the embedded server that reach the disk: out of the box its fsync does nothing, so a power cut would lose
 * what was acknowledged. A new database is made in the folder `making`, which becomes `folder` by one renaming when all
 * of it is on the disk, so that `folder` is never half a database. Rests on internals of the pinned version, which
 * tests watch.
 */
export class SyncedFiles extends NodeFS {
  syncs = 0
  readonly #folder: string
  /** Read by emscripten at each opening of a file, so the server follows the renaming. */
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

  /** Called when the files of a new database are written and no server runs on them yet; later it has nothing to do. */
  override async syncToFs(): Promise<void> {
    if (this.#isMade()) return
    if (this.#isCutShort) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    await syncTree(this.#mounted.root)
    // Windows renames nothing to a folder that is there, even if it is empty.
    if (process.platform === 'win32' && existsSync(this.#folder)) rmdirSync(this.#folder)
    moveInto(this.#mounted.root, this.#folder)
    syncPath(dirname(this.#folder))
    this.#mounted.root = this.#folder
  }

  #isMade(): boolean {
    return this.#mounted.root === this.#folder
  }
}

/** Renames to a folder that is missing or empty. Throws a sentence where that is a link or a mount point. */
function moveInto(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EBUSY', 'EXDEV', 'ENOTDIR'].includes(code)) throw error
    throw new Error(`${to} must be an ordinary folder, not a link or a mount point; link or mount DATA_DIR instead`)
  }
}

/** Brings a folder and all that is in it to the disk; several files at once, so that they share the disk's own log. */
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
  // A folder can't be opened for this on Windows, where its entries need no sync of their own.
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
