import { createHash } from 'node:crypto'
import type { Database, Tx } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { hashTaken, invalidPart, invalidPartOrder, noSuchUpload } from '../errors.ts'
import type { FreeSpace } from '../space/free-space.ts'
import type { Quota } from '../space/quota.ts'
import { type ContentRange, checkPart } from './content-range.ts'
import type { IncomingFile } from './incoming-file.ts'
import {
  addPart,
  deleteUnfinished,
  deleteUpload,
  findTemporaryFile,
  insertTemporaryFile,
  rewind,
  type TemporaryFile,
  temporaryFile,
} from './temporary-files.store.ts'
import type { UploadFolder } from './upload-folder.ts'
import { limitOf, type WriteIncoming } from './write-incoming.ts'

const retentionMs = 60 * 60_000

interface UploadKey {
  readonly userId: string
  readonly hash: string
}

/**
 * A callback for an upload that is complete with its first request. Runs in the transaction that stores the upload,
 * so the upload is not stored when the callback throws. Also runs when a complete upload is sent again.
 */
type OnComplete = (tx: Tx, sha256: Buffer) => Promise<void>

interface UploadDeps {
  readonly database: Database
  readonly uploadFolder: UploadFolder
  readonly clock: Clock
  readonly quota: Quota
  readonly freeSpace: FreeSpace
  readonly writeIncoming: WriteIncoming
}

/**
 * Receives a file or a part of one. Returns the upload when it is complete, otherwise undefined. Parts come in order.
 * The last part, or a complete file with the same bytes, may be sent again, because a response may have been lost. A
 * part from byte 0 restarts an incomplete upload. Concurrent calls for one key are not allowed.
 */
export type ReceiveUpload = (
  key: UploadKey,
  range: ContentRange | undefined,
  file: IncomingFile,
  onComplete?: OnComplete,
) => Promise<TemporaryFile | undefined>

export function createReceiveUpload({
  database,
  uploadFolder,
  clock,
  quota,
  freeSpace,
  writeIncoming,
}: UploadDeps): ReceiveUpload {
  const { reader, single, transaction } = database
  const now = (): Date => new Date(clock.nowMs())
  const expiry = (): Date => new Date(clock.nowMs() + retentionMs)

  /** Deletes an incomplete or expired upload, so that another one with the same key can begin. */
  async function clear({ userId, hash }: UploadKey): Promise<void> {
    const replaced = await deleteUnfinished(single, userId, hash, now())
    if (replaced !== undefined) await uploadFolder.remove(replaced)
  }

  async function begin(key: UploadKey, range: ContentRange | undefined, file: IncomingFile, onComplete?: OnComplete) {
    const { id, bytes, sha256 } = await writeIncoming(key.userId, range, file)
    try {
      const total = range?.total ?? bytes
      const row = { id, ...key, name: file.name ?? key.hash, total, received: bytes }
      const upload = { ...row, sha256: bytes === total ? sha256 : null }
      const insert = async (tx: Tx) => {
        const begun = await insertTemporaryFile(tx, upload, now(), expiry())
        if (begun === undefined) throw hashTaken('another upload with this hash was started in the meantime')
        return begun
      }
      // The quota is checked again, because other files of this user may have arrived in the meantime.
      if (upload.sha256 === null || onComplete === undefined)
        return await quota.addInStatement(key.userId, total, insert)
      const { sha256: whole } = upload
      return await quota.add(key.userId, total, (tx) => onComplete(tx, whole).then(() => insert(tx)))
    } catch (error) {
      // The insert may have succeeded although the database did not answer. The file is only removed when its row is
      // known to be missing; otherwise the janitor decides later.
      const row = await temporaryFile(reader, key.userId, key.hash, now()).catch(() => ({ id }))
      if (row?.id !== id) await uploadFolder.remove(id)
      throw error
    }
  }

  /** Adds the next part to an incomplete upload, or writes the last part again. */
  async function addNextPart(begun: TemporaryFile, range: ContentRange, file: IncomingFile): Promise<TemporaryFile> {
    const { from, total } = range
    if (total !== begun.total)
      throw invalidPart(
        `InvalidPart: the first part gave a total of ${begun.total} bytes; send the same total with every part`,
      )
    if (from !== begun.received && from !== begun.partAt) {
      throw invalidPartOrder(
        `InvalidPartOrder: the next part must begin at byte ${begun.received}, but this part begins at byte ${from}`,
      )
    }
    await freeSpace.admit(total - from)
    if (from < begun.received) await rewind(single, begun.id, from)
    const { bytes } = await uploadFolder.write(begun.id, {
      at: from,
      chunks: freeSpace.watch(file.chunks),
      check: limitOf(range),
    })
    checkPart(range, bytes)
    const received = from + bytes
    // Parts may arrive at different processes, so the hash is computed from the bytes on the disk.
    const sha256 = received === total ? await uploadFolder.hash(begun.id) : null
    const added = await addPart(single, begun.id, { at: from, received, sha256, now: now(), expiresAt: expiry() })
    if (added === undefined) throw noSuchUpload('NoSuchUpload: this upload was restarted in the meantime')
    return added
  }

  /**
   * Compares bytes sent for a complete upload with its content and throws when they differ. Returns whether the bytes
   * sent reach the end of the file.
   */
  async function repeat(done: TemporaryFile, range: ContentRange | undefined, file: IncomingFile): Promise<boolean> {
    const from = range?.from ?? 0
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of file.chunks) {
      bytes += chunk.length
      if (from + bytes > done.total) break
      hash.update(chunk)
    }
    const to = from + bytes
    const whole = to === done.total
    const fits = range === undefined ? whole : range.total === done.total && to <= done.total
    if (!fits || !hash.digest().equals(await uploadFolder.hash(done.id, from, to))) {
      throw hashTaken('this hash belongs to a complete upload with other bytes; use a new one')
    }
    return whole
  }

  return async (key, range, file, onComplete) => {
    const { file: present, isExpired } = await findTemporaryFile(reader, key.userId, key.hash, now())
    // The bytes may be missing after a crash: the bytes were removed after a commit, and the database lost that commit.
    const isLost = present?.sha256 != null && !(await uploadFolder.has(present.id))
    if (isLost) await deleteUpload(single, present.id)
    else if (present?.sha256) {
      if (!(await repeat(present, range, file))) return undefined
      await transaction(async (tx) => onComplete?.(tx, present.sha256!))
      return present
    }
    if (range === undefined || range.from === 0) {
      if (isExpired || (present !== undefined && !isLost)) await clear(key)
      return finished(await begin(key, range, file, onComplete))
    }
    if (present === undefined || isLost)
      throw noSuchUpload('NoSuchUpload: no upload with this hash was started in the last hour')
    return finished(await addNextPart(present, range, file))
  }
}

function finished(file: TemporaryFile): TemporaryFile | undefined {
  return file.sha256 === null ? undefined : file
}
