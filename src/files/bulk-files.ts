import type { Caller } from '../people/index.ts'
import type { FileView } from './file-view.ts'
import { forEachEntry } from './for-each-entry.ts'
import type { DownloadLinks } from './links/download-links.ts'
import type { UploadLinks } from './links/upload-links.ts'
import type { PermanentFiles } from './permanent/permanent-files.ts'
import type { RecycleBin } from './recycle-bin/recycle-bin.ts'

interface NewPermanentFile {
  readonly directory: string
  readonly hash: string
  readonly name: string
}

/**
 * Operations on several files. Each entry is processed on its own, and results are in the order of the input. When
 * some entries fail with a 4xx error, a 422 error carries the results of all entries; `move` is different.
 */
export interface BulkFiles {
  persist(caller: Caller, files: readonly NewPermanentFile[]): Promise<{ file?: FileView; hash: string }[]>
  /**
   * Moves files into one directory. The first error ends the request; a retry is safe, since files already moved stay
   * in place.
   */
  move(caller: Caller, directory: string, files: readonly { hash: string; name?: string }[]): Promise<FileView[]>
  remove(caller: Caller, ids: readonly string[]): Promise<{ id: string }[]>
  restore(caller: Caller, ids: readonly string[]): Promise<{ id: string }[]>
  purge(caller: Caller, ids: readonly string[]): Promise<{ id: string }[]>
  downloadLinks(caller: Caller, hashes: readonly string[]): Promise<{ id: string; hash: string; link?: string }[]>
  uploadLinks(caller: Caller, hashes: readonly string[]): Promise<{ id: string; hash: string; link?: string }[]>
}

interface Deps {
  readonly permanent: PermanentFiles
  readonly recycleBin: RecycleBin
  readonly downloadLinks: DownloadLinks
  readonly uploadLinks: UploadLinks
}

export function createBulkFiles({ permanent, recycleBin, downloadLinks, uploadLinks }: Deps): BulkFiles {
  const forEachId = (ids: readonly string[], work: (id: string) => Promise<void>): Promise<{ id: string }[]> =>
    forEachEntry(
      ids,
      async (id) => {
        await work(id)
        return { id }
      },
      (id) => ({ id }),
    )
  const linksOf = (hashes: readonly string[], link: (hash: string) => Promise<string>) =>
    forEachEntry(
      hashes,
      async (hash) => ({ id: hash, hash, link: await link(hash) }),
      (hash) => ({ id: hash, hash }),
    )
  return {
    persist: (caller, entries) =>
      forEachEntry(
        entries,
        async (entry) => ({ hash: entry.hash, file: await permanent.persist(caller, entry) }),
        ({ hash }) => ({ hash }),
      ),
    async move(caller, directory, entries) {
      const moved: FileView[] = []
      for (const entry of entries) moved.push(await permanent.move(caller, directory, entry))
      return moved
    },
    remove: (caller, ids) => forEachId(ids, (id) => permanent.remove(caller, id)),
    restore: (caller, ids) => forEachId(ids, (id) => recycleBin.restore(caller, id)),
    purge: (caller, ids) => forEachId(ids, (id) => recycleBin.purge(caller, id)),
    downloadLinks: (caller, hashes) => linksOf(hashes, (hash) => downloadLinks.ofHash(caller, hash)),
    uploadLinks: (caller, hashes) => linksOf(hashes, (hash) => uploadLinks.create(caller, hash)),
  }
}
