import { rememberKey } from '../../foundation/db/signing-key.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { type Caller, loadCaller } from '../../people/index.ts'
import { fileNotFound } from '../errors.ts'
import { unknownFile, unknownUpload } from '../not-found.ts'
import { fileByHash, fileById, versionBytes } from '../permanent/files.store.ts'
import { temporaryFile } from '../uploads/temporary-files.store.ts'
import { type LinkClaims, signDownloadToken, verifyDownloadToken } from './download-token.ts'
import { createDownloads, type Download, type DownloadDeps, type Downloads } from './downloads.ts'
import { contentDispositionInUrl } from './headers.ts'
import { invalidLink, linkExpiryS } from './signed-token.ts'

interface LinkOptions {
  /** Whether browsers show pictures and PDF files instead of saving them. */
  readonly inline?: boolean | undefined
  /** The version of the file; defaults to the current version. */
  readonly version?: number | undefined
}

interface Deps extends DownloadDeps {
  /** Returns the base URL of all links, without a slash at its end. */
  readonly baseUrl: () => string
}

/** Links that lead to files and uploads without a token. */
export class DownloadLinks {
  readonly #deps: Deps
  readonly #downloads: Downloads
  readonly #key: () => Promise<Buffer>

  constructor(deps: Deps) {
    this.#deps = deps
    this.#downloads = createDownloads(deps)
    this.#key = rememberKey(deps.database, 'file links')
  }

  /** Returns a link to a file that works without a token for ten minutes. */
  async ofFile(caller: Caller, id: string, { inline = false, version: wanted }: LinkOptions = {}): Promise<string> {
    const { userId } = caller
    const file = isUuid(id) ? await fileById(this.#deps.database.reader, this.#deps.seeing(caller), id) : undefined
    if (file === undefined) throw unknownFile(id)
    const { __id, name } = file.view
    const version = wanted ?? file.view.version
    if (wanted !== undefined && (await versionBytes(this.#deps.database.reader, __id, wanted)) === undefined)
      throw fileNotFound(`file ${__id} has no version ${wanted}`, { field: 'version' })
    return this.#issue({ kind: 'file', id: __id, version, name, userId, inline })
  }

  /** Returns a link to an upload of the caller or to a file, by its hash. */
  async ofHash(caller: Caller, hash: string): Promise<string> {
    const { userId } = caller
    if (!isUuid(hash)) throw unknownUpload(hash)
    const upload = await temporaryFile(this.#deps.database.reader, userId, hash, new Date(this.#deps.clock.nowMs()))
    if (upload?.sha256)
      return this.#issue({ kind: 'upload', id: upload.id, version: 1, name: upload.name, userId, inline: false })
    const file = await fileByHash(this.#deps.database.reader, this.#deps.seeing(caller), hash)
    if (file === undefined) throw unknownUpload(hash)
    const { __id, version, name } = file.view
    return this.#issue({ kind: 'file', id: __id, version, name, userId, inline: false })
  }

  /**
   * Returns the target of a link. Throws `files.wrong_link` when the link is invalid or has expired, and when its
   * user can no longer see the target. `shown` is the disposition in the query of the URL.
   */
  async open(token: string, name: string, shown?: string): Promise<Download> {
    const nowMs = this.#deps.clock.nowMs()
    const claims = verifyDownloadToken(await this.#key(), token, name, nowMs)
    const expected = claims && contentDispositionInUrl(claims.inline ? 'inline' : 'attachment', name)
    // Links of earlier releases have no `;` at the end.
    if (claims === undefined || (shown !== undefined && shown !== expected && `${shown};` !== expected))
      throw invalidLink()
    const caller = await loadCaller(this.#deps.database.reader, claims.userId, 'downloadFile', new Date(nowMs))
    const found =
      caller &&
      (claims.kind === 'file' ? await this.#downloads.ofFile(claims, caller) : await this.#downloads.ofUpload(claims))
    if (found === undefined) throw invalidLink()
    return found
  }

  async #issue(what: Omit<LinkClaims, 'untilS'>): Promise<string> {
    const claims = { ...what, untilS: linkExpiryS(this.#deps.clock.nowMs()) }
    const shown = contentDispositionInUrl(what.inline ? 'inline' : 'attachment', what.name)
    const query = `response-content-disposition=${encodeURIComponent(shown)}`
    return `${this.#deps.baseUrl()}/files/${signDownloadToken(await this.#key(), claims)}/${encodeURIComponent(what.name)}?${query}`
  }
}
