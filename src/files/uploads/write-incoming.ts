import { newId } from '../../foundation/kit/ids.ts'
import { fileTooLarge, invalidPart } from '../errors.ts'
import type { FreeSpace } from '../space/free-space.ts'
import type { Quota } from '../space/quota.ts'
import { type ContentRange, checkPart, maxFileBytes, maxPartBytes } from './content-range.ts'
import type { IncomingFile } from './incoming-file.ts'
import type { UploadFolder, Written } from './upload-folder.ts'

export interface Received extends Written {
  /** The id of the file on the disk, which has no row in the database yet. */
  readonly id: string
}

interface Deps {
  readonly uploadFolder: UploadFolder
  readonly quota: Quota
  readonly freeSpace: FreeSpace
}

/**
 * Creates the function that writes a file or its first part to the disk. It throws and leaves nothing on the disk when
 * the size limit, the user's quota or the free space is exceeded. With `isDurable`, the bytes are durable when it
 * resolves.
 */
export function createWriteIncoming({ uploadFolder, quota, freeSpace }: Deps) {
  return async (userId: string, range: ContentRange | undefined, file: IncomingFile, isDurable = true) => {
    const fits = await quota.open(userId)
    const known = range?.total ?? file.size ?? 0
    fits(known)
    await freeSpace.admit(known)
    const limit = limitOf(range)
    const id = newId()
    const check = (count: number): void => {
      limit(count)
      fits(count)
    }
    try {
      const written = await uploadFolder.write(id, 0, freeSpace.watch(file.chunks), check, isDurable)
      if (range !== undefined) checkPart(range, written.bytes)
      return { id, ...written } satisfies Received
    } catch (error) {
      await uploadFolder.remove(id)
      throw error
    }
  }
}

export function limitOf(range: ContentRange | undefined): (bytes: number) => void {
  if (range === undefined) {
    return (bytes) => {
      if (bytes > maxFileBytes) throw fileTooLarge('a file may have 2 GiB')
    }
  }
  const most = maxPartBytes(range)
  return (bytes) => {
    if (bytes > most) throw invalidPart(`InvalidPart: the part has more bytes than its Content-Range says`)
  }
}
