import { statfs } from 'node:fs/promises'
import { diskFull } from '../errors.ts'

/** May come between two looks at the disk. */
const lookEveryBytes = 16 * 1024 ** 2

export interface FreeSpace {
  /** Throws a 402 when so many bytes more would leave less than the reserve. */
  admit(bytes: number): Promise<void>
  /** The same chunks, with a look at the disk now and then; a 402 ends them. */
  watch(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer>
}

/** Keeps room on a disk for what must go on when it gets full, such as the database. A reserve of 0 is none. */
export function createFreeSpace(
  folder: string,
  reserveBytes: number,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): FreeSpace {
  async function admit(bytes: number): Promise<void> {
    if (reserveBytes === 0 || (await freeBytes(folder)) - bytes >= reserveBytes) return
    throw diskFull('there is no room left for files: the rest of the disk is kept for the database')
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

/** What those may use who are not root. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
