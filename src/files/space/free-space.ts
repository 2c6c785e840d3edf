import { statfs } from 'node:fs/promises'
import { diskFull } from '../errors.ts'

/** The number of bytes received between two checks of the disk. */
const lookEveryBytes = 16 * 1024 ** 2

export interface FreeSpace {
  /** Throws a 402 when `bytes` more bytes would leave less free space than the reserve. */
  admit(bytes: number): Promise<void>
  /** Passes chunks through and checks the disk at intervals; throws a 402 when the reserve is reached. */
  watch(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer>
}

/**
 * Creates a guard that reserves disk space for what must not fail on a full disk, such as the database. A reserve of 0
 * disables it.
 */
export function createFreeSpace(
  folder: string,
  reserveBytes: number,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): FreeSpace {
  async function admit(bytes: number): Promise<void> {
    if (reserveBytes === 0 || (await freeBytes(folder)) - bytes >= reserveBytes) return
    throw diskFull('there is no space left for files: the rest of the disk is reserved for the database')
  }
  return {
    admit,
    async *watch(chunks) {
      let sinceLookBytes = 0
      for await (const chunk of chunks) {
        sinceLookBytes += chunk.length
        if (sinceLookBytes >= lookEveryBytes) {
          await admit(chunk.length)
          sinceLookBytes = 0
        }
        yield chunk
      }
    },
  }
}

/** Returns the free bytes that are available to users other than root. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
