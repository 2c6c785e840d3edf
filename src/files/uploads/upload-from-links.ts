import { limitConcurrencyByKey } from '../../foundation/kit/concurrency-limit.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { Log } from '../../foundation/kit/log.ts'
import type { Outbound } from '../../foundation/outbound/index.ts'
import type { Caller } from '../../people/index.ts'
import { tooManyLinks } from '../errors.ts'
import { forEachEntry } from '../for-each-entry.ts'
import { fetchedFileName } from './file-name.ts'
import type { ReceiveUpload } from './receive-upload.ts'

/** Limits of a download; lower than those of an upload, because downloading costs the caller nothing. */
const limits = { maxBytes: 512 * 1024 ** 2, wholeMs: 60_000 }
/** Limits of concurrent downloads per user, over all requests of the user. */
const concurrency = { running: 4, waiting: 500 }

export interface FetchDeps {
  readonly outbound: Outbound
  readonly receiveUpload: ReceiveUpload
  readonly log: Log
}

/**
 * Creates the function that downloads files into uploads of the caller, each under a generated hash. It returns the
 * hashes in the order of the links. When a download failed, it throws a 422 with the results of all links; the other
 * uploads exist.
 */
export function createUploadFromLinks({ outbound, receiveUpload, log }: FetchDeps) {
  const limited = limitConcurrencyByKey(concurrency, () =>
    tooManyLinks('too many of your links are waiting to be fetched; try again later'),
  )

  async function uploadOne(userId: string, link: string): Promise<{ hash: string }> {
    try {
      using fetched = await outbound.get(link, limits)
      const hash = newId()
      const name = fetchedFileName(fetched)
      await receiveUpload({ userId, hash }, undefined, { name, chunks: fetched.chunks, release: () => {} })
      return { hash }
    } catch (error) {
      // The operator's log has the cause, while the caller learns little about the network. The URL is not logged,
      // since it may contain a secret.
      log('info', 'fetching a file from a link failed', { userId, error })
      throw error
    }
  }

  return ({ userId }: Caller, links: readonly string[]): Promise<{ hash: string }[]> => {
    const fetching = links.map((link) => {
      const one = limited(userId, () => uploadOne(userId, link))
      // `forEachEntry` handles the error later, when the links before this one are done.
      one.catch(() => {})
      return one
    })
    return forEachEntry(
      fetching,
      (one) => one,
      () => ({}),
    )
  }
}
