import type { Readable } from 'node:stream'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { Caller } from '../../people/index.ts'
import { type BlobStore, withBlobErrors } from '../blobs/blob-store.ts'
import { verifyBytes } from '../blobs/verify-bytes.ts'
import type { ByteRange } from '../disk-io.ts'
import { bytesUnavailable } from '../errors.ts'
import { fileById, versionBytes } from '../permanent/files.store.ts'
import { pdf, pictures, unknownType } from '../permanent/media-type.ts'
import type { Seeing } from '../rights.store.ts'
import { temporaryFileById } from '../uploads/temporary-files.store.ts'
import type { UploadFolder } from '../uploads/upload-folder.ts'
import type { LinkClaims } from './download-token.ts'
import { contentDisposition } from './headers.ts'
import { invalidLink } from './signed-token.ts'

export interface Download {
  /** The size in bytes. */
  readonly size: number
  /** The SHA-256 in lower-case hex. */
  readonly sha256: string
  readonly mime: string
  readonly disposition: string
  read(range?: ByteRange): Promise<Readable>
}

/**
 * Opens the files and uploads that links lead to. The methods return undefined when the target is gone or the user of
 * the link can no longer see it.
 */
export interface Downloads {
  ofFile(claims: LinkClaims, caller: Caller): Promise<Download | undefined>
  ofUpload(claims: LinkClaims): Promise<Download | undefined>
}

export interface DownloadDeps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly seeing: Seeing
  readonly uploadFolder: UploadFolder
  readonly blobs: BlobStore
}

export function createDownloads({ database, clock, log, seeing, uploadFolder, blobs }: DownloadDeps): Downloads {
  const { reader } = database
  return {
    async ofFile({ id, version, name, inline }, caller) {
      if ((await fileById(reader, seeing(caller), id)) === undefined) return undefined
      const found = await versionBytes(reader, id, version)
      if (found === undefined) return undefined
      const { sha256, size, mime } = found
      const isShown = inline && (pictures.has(mime) || mime === pdf)
      return {
        ...found,
        disposition: contentDisposition(isShown ? 'inline' : 'attachment', name),
        read: async (range = { from: 0, to: size }) => {
          const length = range.to - range.from
          const whole = length === size ? sha256 : undefined
          const stream = await withBlobErrors(() => blobs.read(sha256, range)).catch((error) => {
            if (!isMissing(error)) throw error
            // Missing bytes are an error of the server, not of the link: the file exists, and its bytes may be restored
            // later.
            throw bytesUnavailable('the bytes of this file are missing', {}, { cause: error })
          })
          return verifyBytes(stream, { bytes: length, sha256: whole }).once('error', (error) =>
            log('error', 'reading a file failed before its end', { file: id, sha256, error }),
          )
        },
      }
    },
    async ofUpload({ id, userId, name }) {
      const upload = await temporaryFileById(reader, userId, id, new Date(clock.nowMs()))
      if (!upload?.sha256) return undefined
      return {
        size: upload.total,
        sha256: upload.sha256.toString('hex'),
        mime: unknownType,
        disposition: contentDisposition('attachment', name),
        read: (range) =>
          uploadFolder.read(id, range ?? { from: 0, to: upload.total }).catch((error) => {
            // The upload became a permanent file in the meantime, so the link to the upload is no longer valid.
            throw isMissing(error) ? invalidLink() : error
          }),
      }
    },
  }
}

const isMissing = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOENT'
