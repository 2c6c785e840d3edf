import { createHash } from 'node:crypto'
import type { IncomingBytes } from '../../foundation/http/operation.ts'
import { newId } from '../../foundation/kit/ids.ts'
import { fileTooLarge, invalidPart } from '../errors.ts'
import type { FreeSpace } from '../space/free-space.ts'
import type { Quota } from '../space/quota.ts'
import { type ContentRange, checkPart, maxFileBytes, maxPartBytes } from './content-range.ts'
import { type IncomingFile, openIncomingFile } from './incoming-file.ts'
import type { UploadFolder, Written } from './upload-folder.ts'

/** A file in the upload folder that has no row in the database yet. */
interface WrittenFile extends Written {
  /** The id of the file, which is its name in the upload folder. */
  readonly id: string
}

interface Deps {
  readonly uploadFolder: UploadFolder
  readonly quota: Quota
  readonly freeSpace: FreeSpace
}

/**
 * Writes a file or its first part into the upload folder. Throws and leaves nothing there when the size limit, a
 * quota or the free space is exceeded. The bytes are durable when the promise resolves, unless `isDurable` is false.
 */
export type WriteIncoming = (
  userId: string,
  range: ContentRange | undefined,
  file: IncomingFile,
  options?: { isDurable: boolean },
) => Promise<WrittenFile>

export function createWriteIncoming({ uploadFolder, quota, freeSpace }: Deps): WriteIncoming {
  return async (userId, range, file, { isDurable } = { isDurable: true }) => {
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
      const written = await uploadFolder.write(id, { at: 0, chunks: freeSpace.watch(file.chunks), check, isDurable })
      if (range !== undefined) checkPart(range, written.bytes)
      return { id, ...written }
    } catch (error) {
      await uploadFolder.remove(id)
      throw error
    }
  }
}

/** Returns a check that throws when a file, or the part that `range` describes, has too many bytes. */
export function limitOf(range: ContentRange | undefined): (bytes: number) => void {
  if (range === undefined) {
    return (bytes) => {
      if (bytes > maxFileBytes) throw fileTooLarge('a file must not be larger than 2 GiB')
    }
  }
  const maxBytes = maxPartBytes(range)
  return (bytes) => {
    if (bytes > maxBytes) throw invalidPart(`InvalidPart: the part has more bytes than its Content-Range gives`)
  }
}

/** Reads a file from a request without storing it, and returns its SHA-256 in hex and its name. */
export async function hashIncoming(bytes: IncomingBytes): Promise<[sha256: string, name: string]> {
  const incoming = await openIncomingFile(bytes)
  const check = limitOf(undefined)
  const hash = createHash('sha256')
  let count = 0
  try {
    for await (const chunk of incoming.chunks) {
      hash.update(chunk)
      count += chunk.length
      check(count)
    }
    return [hash.digest('hex'), incoming.name ?? '']
  } finally {
    incoming.release()
  }
}
