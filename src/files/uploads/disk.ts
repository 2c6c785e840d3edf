import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdirSync } from 'node:fs'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { withErrorListener } from '../../kit/error-listener.ts'
import { freeChunk } from '../../kit/free-chunk.ts'
import type { ByteRange } from '../bytes/byte-store.ts'
import { diskFull } from '../errors.ts'

/** The disk gets its bytes in blocks, one while the next comes in; of chunks that are very small it holds fewer. */
const blockBytes = 1024 ** 2
const blockChunks = 64
/** A reader that takes its time holds up to three of these. */
const readBytes = 256 * 1024

export interface Written {
  readonly bytes: number
  readonly sha256: Buffer
}

/** The folder of uploads. Names in it are ids that we made. */
export interface Disk {
  path(id: string): string
  /**
   * Writes from byte `at` on, and cuts off what was behind. The hash is that of the bytes given; their chunks are taken
   * over, and empty afterwards. `check` sees the count while it grows, and may throw. When it resolves the bytes are on
   * the disk itself, unless `isLasting` is false.
   */
  write(
    id: string,
    at: number,
    chunks: AsyncIterable<Buffer>,
    check: (bytes: number) => void,
    isLasting?: boolean,
  ): Promise<Written>
  hash(id: string, from?: number, to?: number): Promise<Buffer>
  /** Rejects with code ENOENT when there is no such file. */
  read(id: string, range: ByteRange): Promise<Readable>
  remove(id: string): Promise<void>
  /** Ids of what nobody has written to since then, in ms since 1970. */
  untouchedSince(ms: number): Promise<string[]>
}

export function createDisk(folder: string): Disk {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = (id: string): string => join(folder, id)
  return {
    path,
    async write(id, at, chunks, check, isLasting = true) {
      try {
        const written = await writeTo(path(id), at, chunks, check, isLasting)
        if (isLasting) await syncFolder(folder)
        return written
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code
        if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error
        throw diskFull('there is no room left for files', {}, { cause: error })
      }
    },
    async hash(id, from = 0, to = Number.POSITIVE_INFINITY) {
      const hash = createHash('sha256')
      // The end of a read stream is inclusive, so nothing can't be asked for.
      if (from < to)
        for await (const chunk of withErrorListener(createReadStream(path(id), { start: from, end: to - 1 })))
          hash.update(chunk)
      return hash.digest()
    },
    read: (id, range) => readRange(path(id), range),
    remove: (id) => rm(path(id), { force: true }),
    async untouchedSince(ms) {
      const names = await readdir(folder)
      const old = await Promise.all(names.map(async (name) => (await lastTouchMs(path(name))) < ms))
      return names.filter((_, index) => old[index])
    },
  }
}

/** Rejects with ENOENT when there is no such file; a stream that is opened later could only break. */
export async function readRange(path: string, { from, to }: ByteRange): Promise<Readable> {
  if (from >= to) {
    await stat(path)
    return Readable.from([])
  }
  // By its path and not by a handle: one that nobody closes would end the process.
  const stream = withErrorListener(createReadStream(path, { start: from, end: to - 1, highWaterMark: readBytes }))
  await once(stream, 'open')
  return stream
}

async function writeTo(
  path: string,
  at: number,
  chunks: AsyncIterable<Buffer>,
  check: (bytes: number) => void,
  isLasting: boolean,
): Promise<Written> {
  const file = await open(path, at === 0 ? 'w' : 'r+', 0o600)
  const hash: Hash = createHash('sha256')
  let bytes = 0
  let block: Buffer[] = []
  let blockAt = 0
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const chunk of chunks) {
      check(bytes + chunk.length)
      hash.update(chunk)
      block.push(chunk)
      bytes += chunk.length
      if (bytes - blockAt < blockBytes && block.length < blockChunks) continue
      await writing
      writing = writeAll(file, block, at + blockAt)
      // It is looked at with the next block.
      writing.catch(() => {})
      block = []
      blockAt = bytes
    }
    await writing
    await writeAll(file, block, at + blockAt)
    await file.truncate(at + bytes)
    if (isLasting) await file.sync()
  } catch (error) {
    // Of a part that was not taken nothing stays, most of all when the disk is full.
    await file.truncate(at).catch(() => {})
    throw error
  } finally {
    await writing.catch(() => {})
    await file.close()
  }
  return { bytes, sha256: hash.digest() }
}

/** One call may write less than it was given, when the disk is nearly full. */
async function writeAll(file: FileHandle, block: Buffer[], at: number): Promise<void> {
  if (block.length === 0) return
  const { bytesWritten } = await file.writev(block, at)
  const total = block.reduce((sum, chunk) => sum + chunk.length, 0)
  if (bytesWritten === total) return block.forEach(freeChunk)
  const left = Buffer.concat(block).subarray(bytesWritten)
  for (let done = 0; done < left.length; ) {
    const more = await file.write(left, done, left.length - done, at + bytesWritten + done)
    done += more.bytesWritten
  }
}

/** A new file's name is safe only when its folder is synced as well. Windows can't open folders, and need not. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function lastTouchMs(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    // Removed in the meantime.
    return Number.POSITIVE_INFINITY
  }
}
