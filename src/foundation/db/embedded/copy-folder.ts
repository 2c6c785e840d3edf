import { constants } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'

/**
 * Number of files that are copied at the same time. Few, so that other work of the process gets its turn on the disk.
 */
const copiesAtOnce = 2
const pieceBytes = 1024 ** 2
const logFolder = 'pg_wal'

/**
 * Copies the folder of a database while its server writes to it, as a base backup of PostgreSQL does: the files of the
 * log come last, so they hold every change that the other files may hold in part. A server that opens the copy replays
 * the log from the last checkpoint. The log files before `firstLogFile` are left out. During the copy, no checkpoint may
 * run, and the setting `full_page_writes` must be on. Throws when the disk has no room for the copy.
 */
export async function copyRunningFolder(from: string, to: string, firstLogFile: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  const data = await entriesOf(from)
  for (const folder of data.folders) await mkdir(join(to, relative(from, folder)), { recursive: true })
  await assertSpace(data.files, to)
  const isLog = (path: string): boolean => dirname(path) === join(from, logFolder)
  await copyFiles(
    data.files.filter((path) => !isLog(path)),
    (path) => join(to, relative(from, path)),
  )
  const log = (await entriesOf(join(from, logFolder))).files.filter(isLog)
  await copyFiles(
    log.filter((path) => basename(path) >= firstLogFile),
    (path) => join(to, relative(from, path)),
  )
}

async function entriesOf(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) => join(entry.parentPath, entry.name)
  return {
    files: entries.filter((entry) => entry.isFile()).map(pathOf),
    folders: entries.filter((entry) => entry.isDirectory()).map(pathOf),
  }
}

async function copyFiles(paths: readonly string[], target: (path: string) => string): Promise<void> {
  const rest = paths.values()
  const copyRest = async (): Promise<void> => {
    for (const path of rest) await unlessGone(() => copyGrowingFile(path, target(path)))
  }
  await Promise.all(Array.from({ length: copiesAtOnce }, copyRest))
}

/** Copies a file that may grow, shrink or end up empty meanwhile; clones it where the file system can. */
async function copyGrowingFile(from: string, to: string): Promise<void> {
  try {
    return await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE)
  } catch {
    // This file system has no clones. `copyFile` without them may wait forever for the end of a file that has shrunk.
  }
  await using source = await open(from, 'r')
  await using copy = await open(to, 'w')
  await copyBytes(source, copy)
}

async function copyBytes(source: FileHandle, copy: FileHandle): Promise<void> {
  const piece = Buffer.allocUnsafe(pieceBytes)
  for (;;) {
    const { bytesRead } = await source.read(piece, 0, pieceBytes)
    if (bytesRead === 0) return
    for (let at = 0; at < bytesRead; ) at += (await copy.write(piece, at, bytesRead - at)).bytesWritten
  }
}

async function assertSpace(files: readonly string[], to: string): Promise<void> {
  let needed = 0
  for (const path of files) needed += (await unlessGone(() => stat(path)))?.size ?? 0
  const { bavail, bsize } = await statfs(join(to, '..'))
  const free = bavail * bsize
  if (needed < free) return
  const mebibytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 2)
  throw new Error(
    `the disk of the data folder has ${mebibytes(free)} MiB free, but a copy of the database needs ${mebibytes(needed)} MiB`,
  )
}

/** Runs `work` on a file; returns undefined when the server has removed the file since the folder was read. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
