import type { Database, Tx } from '../../foundation/db/database.ts'
import { rememberKey } from '../../foundation/db/signing-key.ts'
import type { IncomingBytes } from '../../foundation/http/operation.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { activeCaller, type Caller } from '../../people/index.ts'
import { hashTaken, wrongDigest } from '../errors.ts'
import type { KeyedMutex } from '../keyed-mutex.ts'
import { openRawFile } from '../uploads/incoming-file.ts'
import { temporaryFile } from '../uploads/temporary-files.store.ts'
import type { createUpload } from '../uploads/upload.ts'
import { type FileView, viewTemporary } from '../view.ts'
import { saidSha256 } from './said-digest.ts'
import { linkEndS, refused, seal, unseal } from './seal.ts'
import { isSpent, spendLink } from './spent-links.store.ts'

export interface PutLinks {
  /**
   * Returns a link that accepts the bytes of one upload of the caller under this hash, without a token, for ten
   * minutes.
   */
  issue(caller: Caller, hash: string): Promise<string>
  /**
   * Receives the bytes of an upload as the plain body of a request. `segment` is the part of the URL behind the token:
   * the hash. A complete upload uses up the link; an aborted or rejected one does not.
   */
  put(token: string, segment: string, bytes: IncomingBytes, name?: string): Promise<FileView>
}

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly upload: ReturnType<typeof createUpload>
  readonly mutex: KeyedMutex
  readonly baseUrl: () => string
}

export function createPutLinks({ database, clock, upload, mutex, baseUrl }: Deps): PutLinks {
  const { reader } = database
  const key = rememberKey(database, 'upload links')
  const now = (): Date => new Date(clock.nowMs())

  /**
   * Returns the link and its user; throws when the link has expired, was used or belongs to a user who is not active.
   */
  async function open(token: string, hash: string) {
    const [id, userId, untilS] = unseal(await key(), 'PUT', token, hash) ?? []
    if (!isUuid(id) || !isUuid(userId)) throw refused()
    const until = new Date(Number(untilS) * 1000)
    if (until <= now() || (await isSpent(reader, id))) throw refused()
    if ((await activeCaller(reader, userId, 'uploadByLink', now())) === undefined) throw refused()
    return { id, userId, until }
  }

  async function take(token: string, hash: string, bytes: IncomingBytes, name: string | undefined) {
    const { id, userId, until } = await open(token, hash)
    const file = openRawFile(bytes, name)
    const said = saidSha256(bytes.header)
    const whenWhole = async (tx: Tx, sha256: Buffer): Promise<void> => {
      if (said?.equals(sha256) === false) throw wrongDigest('the bytes have another SHA-256 than the header says')
      if (!(await spendLink(tx, id, until))) throw refused()
    }
    return mutex(`${userId} ${hash}`, async () => {
      // Checked again after the wait for a concurrent request, so that no body is read in vain.
      if (await isSpent(reader, id)) throw refused()
      return upload({ userId, hash }, undefined, file, whenWhole)
    })
  }

  return {
    async issue({ userId }, given) {
      const hash = given.toLowerCase()
      const present = await temporaryFile(reader, userId, hash, now())
      if (present?.sha256) throw hashTaken('this hash belongs to a finished upload; take a new one')
      const token = seal(await key(), 'PUT', [newId(), userId, linkEndS(clock.nowMs())], hash)
      return `${baseUrl()}/files/${token}/${hash}`
    },
    async put(token, segment, bytes, name) {
      try {
        return viewTemporary((await take(token, segment, bytes, name))!)
      } finally {
        // Unread bytes of the body would delay the response.
        bytes.stream?.resume()
      }
    },
  }
}
