import type { Database, Tx } from '../../foundation/db/database.ts'
import { rememberKey } from '../../foundation/db/signing-key.ts'
import type { IncomingBytes } from '../../foundation/http/operation.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { type Caller, loadCaller } from '../../people/index.ts'
import { hashTaken, wrongDigest } from '../errors.ts'
import type { FileView } from '../file-view.ts'
import type { KeyedMutex } from '../keyed-mutex.ts'
import { openRawFile } from '../uploads/incoming-file.ts'
import type { ReceiveUpload } from '../uploads/receive-upload.ts'
import { temporaryFile } from '../uploads/temporary-files.store.ts'
import { viewUpload } from '../uploads/upload-view.ts'
import { declaredSha256 } from './headers.ts'
import { invalidLink, linkExpiryS, signToken, verifyToken } from './signed-token.ts'
import { isLinkUsed, markLinkUsed } from './used-links.store.ts'

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly receiveUpload: ReceiveUpload
  readonly mutex: KeyedMutex
  readonly baseUrl: () => string
}

/** Links that accept the bytes of an upload without a token. */
export class UploadLinks {
  readonly #database: Database
  readonly #clock: Clock
  readonly #receiveUpload: ReceiveUpload
  readonly #mutex: KeyedMutex
  readonly #baseUrl: () => string
  readonly #key: () => Promise<Buffer>

  constructor({ database, clock, receiveUpload, mutex, baseUrl }: Deps) {
    this.#database = database
    this.#clock = clock
    this.#receiveUpload = receiveUpload
    this.#mutex = mutex
    this.#baseUrl = baseUrl
    this.#key = rememberKey(database, 'upload links')
  }

  /**
   * Returns a link that accepts the bytes of one upload of the caller under this hash, without a token, for ten
   * minutes. Throws `files.hash_taken` when the upload is already complete.
   */
  async create({ userId }: Caller, given: string): Promise<string> {
    const hash = given.toLowerCase()
    const present = await temporaryFile(this.#database.reader, userId, hash, this.#now())
    if (present?.sha256) throw hashTaken('this hash belongs to a complete upload; use a new one')
    const token = signToken(await this.#key(), 'PUT', [newId(), userId, linkExpiryS(this.#clock.nowMs())], hash)
    return `${this.#baseUrl()}/files/${token}/${hash}`
  }

  /**
   * Receives the bytes of an upload as the plain body of a request. `segment` is the part of the URL after the token:
   * the hash. A complete upload uses up the link; an aborted or rejected one does not.
   */
  async receive(token: string, segment: string, bytes: IncomingBytes, name?: string): Promise<FileView> {
    try {
      return viewUpload((await this.#receive(token, segment, bytes, name))!)
    } finally {
      // Unread bytes of the body would delay the response.
      bytes.stream?.resume()
    }
  }

  #now(): Date {
    return new Date(this.#clock.nowMs())
  }

  /**
   * Returns the link and its user; throws when the link has expired, was used or belongs to a user who is not active.
   */
  async #open(token: string, hash: string) {
    const [id, userId, untilS] = verifyToken(await this.#key(), 'PUT', token, hash) ?? []
    if (!isUuid(id) || !isUuid(userId)) throw invalidLink()
    const until = new Date(Number(untilS) * 1000)
    if (until <= this.#now() || (await isLinkUsed(this.#database.reader, id))) throw invalidLink()
    if ((await loadCaller(this.#database.reader, userId, 'uploadByLink', this.#now())) === undefined)
      throw invalidLink()
    return { id, userId, until }
  }

  async #receive(token: string, hash: string, bytes: IncomingBytes, name: string | undefined) {
    const { id, userId, until } = await this.#open(token, hash)
    const file = openRawFile(bytes, name)
    const declared = declaredSha256(bytes.header)
    const onComplete = async (tx: Tx, sha256: Buffer): Promise<void> => {
      if (declared?.equals(sha256) === false)
        throw wrongDigest('the SHA-256 of the bytes differs from the one in the header')
      if (!(await markLinkUsed(tx, id, until))) throw invalidLink()
    }
    return this.#mutex(`${userId} ${hash}`, async () => {
      // Checked again after the wait for a concurrent request, so that no body is read in vain.
      if (await isLinkUsed(this.#database.reader, id)) throw invalidLink()
      return this.#receiveUpload({ userId, hash }, undefined, file, onComplete)
    })
  }
}
