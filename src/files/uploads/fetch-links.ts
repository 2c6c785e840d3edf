import { fewAtOnceByKey } from '../../kit/few-at-once-by-key.ts'
import { newId } from '../../kit/ids.ts'
import type { Log } from '../../kit/log.ts'
import type { Outbound } from '../../outbound/index.ts'
import type { Caller } from '../../people/index.ts'
import { forEach } from '../bulk.ts'
import { tooManyLinks } from '../errors.ts'
import { linkName } from './link-name.ts'
import type { createUpload } from './upload.ts'

/** Less than an upload may have: what is fetched costs the caller nothing. */
const limits = { maxBytes: 512 * 1024 ** 2, wholeMs: 60_000 }
/** Links of one user, over all of the user's requests. */
const atOnce = { running: 4, waiting: 500 }

export interface FetchDeps {
  readonly outbound: Outbound
  readonly upload: ReturnType<typeof createUpload>
  readonly log: Log
}

/**
 * Fetches files into the caller's temporary uploads, each under a hash of our own; gives the hashes in the order of the
 * links. Throws a 422 with all entries when one failed, the others are there then.
 */
export function createLinkUploads({ outbound, upload, log }: FetchDeps) {
  const limited = fewAtOnceByKey(atOnce, () =>
    tooManyLinks('too many links of yours wait to be fetched; try again later'),
  )

  async function uploadOne(userId: string, link: string): Promise<{ hash: string }> {
    try {
      using fetched = await outbound.get(link, limits)
      const hash = newId()
      const name = linkName(fetched)
      await upload({ userId, hash }, undefined, { name, chunks: fetched.chunks, release: () => {} })
      return { hash }
    } catch (error) {
      // The caller is told little of the network; who runs this sees the cause. The address may hold a secret.
      log('info', 'a file was not fetched from its link', { userId, error })
      throw error
    }
  }

  return ({ userId }: Caller, links: readonly string[]): Promise<{ hash: string }[]> => {
    const fetching = links.map((link) => {
      const one = limited(userId, () => uploadOne(userId, link))
      // It is looked at when those before it are through.
      one.catch(() => {})
      return one
    })
    return forEach(
      fetching,
      (one) => one,
      () => ({}),
    )
  }
}
