import type { Readable } from 'node:stream'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kit/clock.ts'
import { isUuid } from '../../kit/ids.ts'
import type { Log } from '../../kit/log.ts'
import { activeCaller, type Caller } from '../../people/index.ts'
import type { ByteRange, ByteStore } from '../bytes/byte-store.ts'
import { checkedBytes } from '../bytes/checked-bytes.ts'
import { tryBytes } from '../bytes/try-bytes.ts'
import type { Disk } from '../disk.ts'
import { bytesUnavailable, fileNotFound, wrongLink } from '../errors.ts'
import { fileByHash, fileById, versionBytes } from '../permanent/files.store.ts'
import { uploadMissing } from '../permanent/keep-upload.ts'
import { pdf, pictures, unknownType } from '../permanent/media-type.ts'
import { fileMissing } from '../permanent/permanent-files.ts'
import type { Seeing } from '../rights.store.ts'
import { temporaryFile, temporaryFileById } from '../temporary-files.store.ts'
import { disposition, dispositionInAddress } from './disposition.ts'
import { type LinkClaims, openLink, sealLink } from './link-token.ts'
import { rememberKey } from './signing-key.store.ts'

const keptMs = 10 * 60_000

export interface Download {
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  readonly mime: string
  readonly disposition: string
  read(range?: ByteRange): Promise<Readable>
}

export interface LinkOptions {
  /** Shows pictures and PDF in place of saving them. */
  readonly inline?: boolean | undefined
  /** The current one without it. */
  readonly version?: number | undefined
}

export interface Links {
  /** An address that needs no token, for ten minutes. */
  ofFile(caller: Caller, id: string, how?: LinkOptions): Promise<string>
  /** By the hash of an own upload, or of a file. */
  ofHash(caller: Caller, hash: string): Promise<string>
  /** What a link leads to, if its user may still see it. `shown` is the disposition that the address asks for. */
  open(token: string, name: string, shown?: string): Promise<Download>
}

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly seeing: Seeing
  readonly disk: Disk
  readonly bytes: ByteStore
  /** The beginning of all addresses, without a slash at its end. */
  readonly baseUrl: () => string
}

export function createLinks({ database, clock, log, seeing, disk, bytes, baseUrl }: Deps): Links {
  const { reader } = database
  const key = rememberKey(database, 'file links')

  async function issue(what: Omit<LinkClaims, 'untilS'>): Promise<string> {
    const claims = { ...what, untilS: Math.floor((clock.nowMs() + keptMs) / 1000) }
    const shown = dispositionInAddress(what.inline ? 'inline' : 'attachment', what.name)
    const query = `response-content-disposition=${encodeURIComponent(shown)}`
    return `${baseUrl()}/files/${sealLink(await key(), claims)}/${encodeURIComponent(what.name)}?${query}`
  }

  async function fileOf({ id, version, name, inline }: LinkClaims, caller: Caller): Promise<Download | undefined> {
    if ((await fileById(reader, seeing(caller), id)) === undefined) return undefined
    const found = await versionBytes(reader, id, version)
    if (found === undefined) return undefined
    const { sha256, size, mime } = found
    const isShown = inline && (pictures.has(mime) || mime === pdf)
    return {
      ...found,
      disposition: disposition(isShown ? 'inline' : 'attachment', name),
      read: async (range = { from: 0, to: size }) => {
        const length = range.to - range.from
        const whole = length === size ? sha256 : undefined
        const stream = await tryBytes(() => bytes.read(sha256, range)).catch((error) => {
          if (!isMissing(error)) throw error
          // What lost them may find them again, and a file that is there is no wrong link.
          throw bytesUnavailable('the bytes of this file are missing', {}, { cause: error })
        })
        return checkedBytes(stream, { bytes: length, sha256: whole }).once('error', (error) =>
          log('error', 'a file could not be read to its end', { file: id, sha256, error }),
        )
      },
    }
  }

  async function uploadOf({ id, userId, name }: LinkClaims): Promise<Download | undefined> {
    const upload = await temporaryFileById(reader, userId, id, new Date(clock.nowMs()))
    if (!upload?.sha256) return undefined
    return {
      size: upload.total,
      sha256: upload.sha256.toString('hex'),
      mime: unknownType,
      disposition: disposition('attachment', name),
      read: (range) =>
        disk.read(id, range ?? { from: 0, to: upload.total }).catch((error) => {
          // It was made a file in this very moment.
          throw isMissing(error) ? refused() : error
        }),
    }
  }

  return {
    async ofFile(caller, id, { inline = false, version: wanted } = {}) {
      const { userId } = caller
      const file = isUuid(id) ? await fileById(reader, seeing(caller), id) : undefined
      if (file === undefined) throw fileMissing(id)
      const { __id, name } = file.view
      const version = wanted ?? file.view.version
      if (wanted !== undefined && (await versionBytes(reader, __id, wanted)) === undefined)
        throw fileNotFound(`file ${__id} has no version ${wanted}`, { field: 'version' })
      return issue({ kind: 'file', id: __id, version, name, userId, inline })
    },
    async ofHash(caller, hash) {
      const { userId } = caller
      if (!isUuid(hash)) throw uploadMissing(hash)
      const upload = await temporaryFile(reader, userId, hash, new Date(clock.nowMs()))
      if (upload?.sha256)
        return issue({ kind: 'upload', id: upload.id, version: 1, name: upload.name, userId, inline: false })
      const file = await fileByHash(reader, seeing(caller), hash)
      if (file === undefined) throw uploadMissing(hash)
      const { __id, version, name } = file.view
      return issue({ kind: 'file', id: __id, version, name, userId, inline: false })
    },
    async open(token, name, shown) {
      const nowMs = clock.nowMs()
      const claims = openLink(await key(), token, name, nowMs)
      const expected = claims && dispositionInAddress(claims.inline ? 'inline' : 'attachment', name)
      if (claims === undefined || (shown !== undefined && shown !== expected)) throw refused()
      const caller = await activeCaller(reader, claims.userId, 'downloadFile', new Date(nowMs))
      const found = caller && (claims.kind === 'file' ? await fileOf(claims, caller) : await uploadOf(claims))
      if (found === undefined) throw refused()
      return found
    },
  }
}

const isMissing = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOENT'

/** In the same words whatever is wrong: a stranger learns nothing by trying. */
export function refused(): Error {
  return wrongLink('this link is not valid, or not any more; ask for a new one')
}
