import { rememberKey } from '../../foundation/db/signing-key.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { type Caller, loadCaller } from '../../people/index.ts'
import { fileNotFound } from '../errors.ts'
import { unknownFile, unknownUpload } from '../not-found.ts'
import { fileByHash, fileById, versionBytes } from '../permanent/files.store.ts'
import { temporaryFile } from '../uploads/temporary-files.store.ts'
import { type LinkClaims, signDownloadToken, verifyDownloadToken } from './download-token.ts'
import { createDownloads, type Download, type DownloadDeps } from './downloads.ts'
import { contentDispositionInUrl } from './headers.ts'
import { invalidLink, linkExpiryS } from './signed-token.ts'

interface LinkOptions {
  /** Whether browsers show pictures and PDF files instead of saving them. */
  readonly inline?: boolean | undefined
  /** The version of the file; defaults to the current version. */
  readonly version?: number | undefined
}

export interface DownloadLinks {
  /** Returns a link to a file that works without a token for ten minutes. */
  ofFile(caller: Caller, id: string, how?: LinkOptions): Promise<string>
  /** Returns a link to an upload of the caller or to a file, by its hash. */
  ofHash(caller: Caller, hash: string): Promise<string>
  /**
   * Returns the target of a link; throws when the user of the link can no longer see it. `shown` is the disposition in
   * the query of the URL.
   */
  open(token: string, name: string, shown?: string): Promise<Download>
}

interface Deps extends DownloadDeps {
  /** Returns the base URL of all links, without a slash at its end. */
  readonly baseUrl: () => string
}

export function createDownloadLinks(deps: Deps): DownloadLinks {
  const { database, clock, seeing, baseUrl } = deps
  const { reader } = database
  const downloads = createDownloads(deps)
  const key = rememberKey(database, 'file links')

  async function issue(what: Omit<LinkClaims, 'untilS'>): Promise<string> {
    const claims = { ...what, untilS: linkExpiryS(clock.nowMs()) }
    const shown = contentDispositionInUrl(what.inline ? 'inline' : 'attachment', what.name)
    const query = `response-content-disposition=${encodeURIComponent(shown)}`
    return `${baseUrl()}/files/${signDownloadToken(await key(), claims)}/${encodeURIComponent(what.name)}?${query}`
  }

  return {
    async ofFile(caller, id, { inline = false, version: wanted } = {}) {
      const { userId } = caller
      const file = isUuid(id) ? await fileById(reader, seeing(caller), id) : undefined
      if (file === undefined) throw unknownFile(id)
      const { __id, name } = file.view
      const version = wanted ?? file.view.version
      if (wanted !== undefined && (await versionBytes(reader, __id, wanted)) === undefined)
        throw fileNotFound(`file ${__id} has no version ${wanted}`, { field: 'version' })
      return issue({ kind: 'file', id: __id, version, name, userId, inline })
    },
    async ofHash(caller, hash) {
      const { userId } = caller
      if (!isUuid(hash)) throw unknownUpload(hash)
      const upload = await temporaryFile(reader, userId, hash, new Date(clock.nowMs()))
      if (upload?.sha256)
        return issue({ kind: 'upload', id: upload.id, version: 1, name: upload.name, userId, inline: false })
      const file = await fileByHash(reader, seeing(caller), hash)
      if (file === undefined) throw unknownUpload(hash)
      const { __id, version, name } = file.view
      return issue({ kind: 'file', id: __id, version, name, userId, inline: false })
    },
    async open(token, name, shown) {
      const nowMs = clock.nowMs()
      const claims = verifyDownloadToken(await key(), token, name, nowMs)
      const expected = claims && contentDispositionInUrl(claims.inline ? 'inline' : 'attachment', name)
      // Links of earlier releases have no `;` at the end.
      if (claims === undefined || (shown !== undefined && shown !== expected && `${shown};` !== expected))
        throw invalidLink()
      const caller = await loadCaller(reader, claims.userId, 'downloadFile', new Date(nowMs))
      const found =
        caller && (claims.kind === 'file' ? await downloads.ofFile(claims, caller) : await downloads.ofUpload(claims))
      if (found === undefined) throw invalidLink()
      return found
    },
  }
}
