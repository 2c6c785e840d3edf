import type { Database } from '../../foundation/db/database.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { type BlobStore, withBlobErrors } from '../blobs/blob-store.ts'
import { fileNotFound } from '../errors.ts'
import { unknownFile } from '../not-found.ts'
import { fileById, versionBytes } from '../permanent/files.store.ts'
import { pdf, pictures } from '../permanent/media-type.ts'
import type { Seeing } from '../rights.store.ts'
import type { DownloadLinks } from './download-links.ts'

/** The maximum size of a text that is shown, in bytes. */
const maxTextBytes = 1024 * 1024
/** How many bytes at the beginning of a file are read to find out whether the file is text. */
const sampleBytes = 16 * 1024
/** File name extensions of text files. HTML and SVG are left out: they can only be saved. */
const textEndings = /\.(txt|text|md|csv|tsv|log|json|jsonl|ya?ml|ini|conf|sql|xml)$/i

/** How a file can be shown on a page. */
interface FilePreview {
  /** `none`: the file can only be saved. A `text` is UTF-8. */
  readonly kind: 'pdf' | 'image' | 'text' | 'none'
  /** A link that works without a token for ten minutes. */
  readonly url: string
  readonly name: string
  /** The size in bytes. */
  readonly size: number
  readonly version: number
}

export interface PreviewDeps {
  readonly database: Database
  readonly blobs: BlobStore
  readonly seeing: Seeing
  readonly downloadLinks: DownloadLinks
}

/**
 * Returns how a version of a file can be shown. Throws `files.not_found` when the caller cannot see the file, or when
 * the file or the version does not exist.
 */
export type PreviewFile = (caller: Caller, id: string, version?: number) => Promise<FilePreview>

/**
 * Creates the function that decides how files are shown. The kind follows from the bytes, and for texts also from the
 * extension of the file name. The type that a client has sent is ignored.
 */
export function createPreviewFile({ database, blobs, seeing, downloadLinks }: PreviewDeps): PreviewFile {
  async function isText(name: string, sha256: string, size: number): Promise<boolean> {
    if (!textEndings.test(name) || size > maxTextBytes) return false
    if (size === 0) return true
    const to = Math.min(size, sampleBytes)
    const chunks = await Array.fromAsync(await withBlobErrors(() => blobs.read(sha256, { from: 0, to })))
    return isUtf8(Buffer.concat(chunks as Buffer[]), to < size)
  }

  return async (caller, id, wanted) => {
    const file = isUuid(id) ? await fileById(database.reader, seeing(caller), id) : undefined
    if (file === undefined) throw unknownFile(id)
    const { name, __id } = file.view
    const version = wanted ?? file.view.version
    const found = await versionBytes(database.reader, __id, version)
    if (found === undefined) throw fileNotFound(`file ${__id} has no version ${version}`, { field: 'version' })
    const { mime, sha256, size } = found
    const isShown = mime === pdf || pictures.has(mime)
    const kind = mime === pdf ? 'pdf' : isShown ? 'image' : (await isText(name, sha256, size)) ? 'text' : 'none'
    return { kind, url: await downloadLinks.ofFile(caller, __id, { version, inline: isShown }), name, size, version }
  }
}

/** Returns whether bytes are text in UTF-8. The last character of a sample may be cut. */
function isUtf8(bytes: Buffer, isSample: boolean): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isSample })
    return !text.includes('\0')
  } catch {
    return false
  }
}
