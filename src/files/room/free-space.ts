import { statfs } from 'node:fs/promises'
import { diskFull } from '../errors.ts'

/** Bytes that may come between two looks at the disk. */
const lookEvery = 16 * 1024 ** 2

export interface FreeSpace {
  /** Throws a 402 when so many bytes more would leave less than the reserve. */
  admit(bytes: number): Promise<void>
  /** The same chunks, with a look at the disk now and then; a 402 ends them. */
  watch(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer>
}

/** Keeps room on a disk for what must go on when it gets full, such as the database. `reserve` is in bytes; 0: none. */
export function createFreeSpace(
  folder: string,
  reserve: number,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): FreeSpace {
  async function admit(bytes: number): Promise<void> {
    if (reserve === 0 || (await freeBytes(folder)) - bytes >= reserve) return
    throw diskFull('there is no room left for files: the rest of the disk is kept for the database')
  }
  return {
    admit,
    async *watch(chunks) {
      let sinceLook = 0
      for await (const chunk of chunks) {
        sinceLook += chunk.length
        if (sinceLook >= lookEvery) {
          await admit(chunk.length)
          sinceLook = 0
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
