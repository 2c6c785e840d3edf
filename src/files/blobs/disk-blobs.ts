import { randomUUID } from 'node:crypto'
import { constants, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readRange, syncFolder } from '../disk-io.ts'
import type { BlobStore } from './blob-store.ts'

/** Error codes of a failed hard link; the file is then copied instead. */
const noLink = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'])

/**
 * Creates a store in a folder, with files at `ab/abcd…`. Files there are always complete, because a rename puts them
 * there.
 */
export function createDiskBlobs(folder: string): BlobStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  migrateEarlierLayout(folder)
  const pathOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a SHA-256')
    return join(folder, sha256.slice(0, 2), sha256)
  }
  const lasting = new Set<string>()
  /**
   * Creates a folder durably, once per process. Its parent is synced even if the folder exists: the process that
   * created the folder may have crashed before the sync.
   */
  async function makeLastingFolder(path: string): Promise<void> {
    if (lasting.has(path)) return
    await mkdir(path, { recursive: true, mode: 0o700 })
    await syncFolder(folder)
    lasting.add(path)
  }
  return {
    async put(sha256, from, bytes, { mayTake } = { mayTake: false }) {
      const path = pathOf(sha256)
      if ((await sizeOf(path)) !== bytes) {
        await makeLastingFolder(dirname(path))
        if (!mayTake || !(await take(from, path))) await place(from, path)
      }
      const now = new Date()
      await utimes(path, now, now)
      // The folder of an existing file is synced too: the process that created the file may have crashed before the
      // sync.
      await syncFolder(dirname(path))
    },
    read: (sha256, range = { from: 0, to: Number.POSITIVE_INFINITY }) => readRange(pathOf(sha256), range),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async *list(untouchedSinceMs) {
      for (const beginning of await readdir(folder)) {
        for (const name of await readdir(join(folder, beginning))) {
          const path = join(folder, beginning, name)
          if ((await touchedMs(path)) >= untouchedSinceMs) continue
          if (/^[0-9a-f]{64}$/.test(name)) yield name
          // A temporary copy left by a crash.
          else await rm(path, { force: true })
        }
      }
    },
    async close() {},
  }
}

/**
 * Migrates the earlier layout `ab/cd/abcd…`. Each rename is atomic, so an interrupted migration continues at the next
 * start.
 */
function migrateEarlierLayout(folder: string): void {
  for (const upper of readdirSync(folder)) {
    for (const lower of readdirSync(join(folder, upper), { withFileTypes: true })) {
      if (!lower.isDirectory()) continue
      const below = join(folder, upper, lower.name)
      for (const name of readdirSync(below)) renameSync(join(below, name), join(folder, upper, name))
      rmdirSync(below)
    }
  }
}

/**
 * Moves a file to its final path and syncs it first. Returns false when the paths are on different file systems, and
 * leaves the file where it was.
 */
async function take(from: string, to: string): Promise<boolean> {
  await syncFile(from)
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    return false
  }
}

/** Puts a file at its final path atomically: a hard link or a copy under a temporary name, synced, then renamed. */
async function place(from: string, to: string): Promise<void> {
  const part = `${to}.${randomUUID()}`
  try {
    await link(from, part).catch(async (error: NodeJS.ErrnoException) => {
      if (!noLink.has(error.code ?? '')) throw error
      await copyFile(from, part, constants.COPYFILE_FICLONE)
    })
    await syncFile(part)
    await rename(part, to)
  } finally {
    // The temporary name remains when the copy failed, or when both names are links to one file: then rename does
    // nothing.
    await rm(part, { force: true })
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  )
}

async function touchedMs(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    // The file was removed in the meantime.
    () => Number.POSITIVE_INFINITY,
  )
}
