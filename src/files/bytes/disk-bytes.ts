import { randomUUID } from 'node:crypto'
import { constants, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readRange, syncFolder } from '../uploads/disk.ts'
import type { ByteStore } from './byte-store.ts'

/** Where a hard link is not possible, the bytes have to be copied. */
const noLink = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'])

/** In a folder, under `ab/abcd…`: what stands there is complete, since it is put there by its last step. */
export function createDiskBytes(folder: string): ByteStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  liftUp(folder)
  const pathOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a SHA-256')
    return join(folder, sha256.slice(0, 2), sha256)
  }
  const lasting = new Set<string>()
  /** Once in each process, also when it is there: whoever made it may not have come as far as syncing it. */
  async function makeLastingFolder(path: string): Promise<void> {
    if (lasting.has(path)) return
    await mkdir(path, { recursive: true, mode: 0o700 })
    await syncFolder(folder)
    lasting.add(path)
  }
  return {
    async keep(sha256, from, bytes) {
      const path = pathOf(sha256)
      if ((await sizeOf(path)) !== bytes) {
        await makeLastingFolder(dirname(path))
        await place(from, path)
      }
      const now = new Date()
      await utimes(path, now, now)
      // Also when it stood there before: whoever put it there may not have come so far.
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
          // A copy that was cut off.
          else await rm(path, { force: true })
        }
      }
    },
    async close() {},
  }
}

/** Once there was a level more, `ab/cd/abcd…`. Each renaming is whole, so what is cut off goes on at the next start. */
function liftUp(folder: string): void {
  for (const upper of readdirSync(folder)) {
    for (const lower of readdirSync(join(folder, upper), { withFileTypes: true })) {
      if (!lower.isDirectory()) continue
      const below = join(folder, upper, lower.name)
      for (const name of readdirSync(below)) renameSync(join(below, name), join(folder, upper, name))
      rmdirSync(below)
    }
  }
}

/** A link is there at once and whole; a copy becomes so by its renaming. */
async function place(from: string, to: string): Promise<void> {
  const part = `${to}.${randomUUID()}`
  try {
    await link(from, part).catch(async (error: NodeJS.ErrnoException) => {
      if (!noLink.has(error.code ?? '')) throw error
      await copyFile(from, part, constants.COPYFILE_FICLONE)
    })
    const file = await open(part, 'r+')
    await file.sync().finally(() => file.close())
    await rename(part, to)
  } finally {
    // A copy may not have fitted, and renaming a link to what it links to already does nothing.
    await rm(part, { force: true })
  }
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
    // Removed in the meantime.
    () => Number.POSITIVE_INFINITY,
  )
}
