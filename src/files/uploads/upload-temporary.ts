import type { IncomingBytes } from '../../foundation/http/operation.ts'
import type { Caller } from '../../people/index.ts'
import type { KeyedMutex } from '../keyed-mutex.ts'
import { readContentRange } from './content-range.ts'
import { openIncomingFile } from './incoming-file.ts'
import type { ReceiveUpload } from './receive-upload.ts'
import type { TemporaryFile } from './temporary-files.store.ts'

export interface IncomingUpload {
  /** A UUID that the client chose; it identifies the upload among those of this caller. */
  readonly hash: string
  readonly bytes: IncomingBytes
  /** The header `Content-Range`; present when the file comes in parts. */
  readonly contentRange?: string | undefined
  /** Validates the name before the bytes are read; throws when it is not allowed. */
  readonly checkName?: (name: string) => void
}

/** Receives an upload or its next part; returns the upload when it is complete, otherwise undefined. */
export type UploadTemporary = (caller: Caller, incoming: IncomingUpload) => Promise<TemporaryFile | undefined>

interface Deps {
  readonly receiveUpload: ReceiveUpload
  readonly mutex: KeyedMutex
}

export function createUploadTemporary({ receiveUpload, mutex }: Deps): UploadTemporary {
  return async ({ userId }, { hash, bytes, contentRange, checkName }) => {
    const range = readContentRange(contentRange)
    const incoming = await openIncomingFile(bytes)
    const key = { userId, hash: hash.toLowerCase() }
    try {
      if (incoming.name !== undefined) checkName?.(incoming.name)
      return await mutex(`${key.userId} ${key.hash}`, () => receiveUpload(key, range, incoming))
    } finally {
      incoming.release()
    }
  }
}
