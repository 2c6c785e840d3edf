import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { S3Settings } from '../../config.ts'
import { withErrorListener } from '../../kit/error-listener.ts'
import type { ByteStore } from './byte-store.ts'
import { createS3Client, type Patience } from './s3-client.ts'
import { dropUnfinished, putInParts } from './s3-multipart.ts'
import { textsOf } from './s3-xml.ts'

/** So that the bucket may hold other things as well. */
const prefix = 'files/'
const longestLinkS = 600

export interface S3Bytes extends ByteStore {
  /**
   * An address of the store itself, for up to ten minutes, whoever has it. Nobody's rights are looked at when it is
   * used. With PUT `x-amz-content-sha256` has to be sent, and only the bytes of that very hash are taken.
   */
  presign(method: 'GET' | 'PUT', sha256: string, expiresS: number, answer?: AnswerHeaders): string
  /** Asks whether the bucket is there and open to these keys; rejects with what the store says. */
  check(): Promise<void>
}

/** What the store is to answer with. */
export type AnswerHeaders = Partial<
  Record<'content-type' | 'content-disposition' | 'cache-control' | 'content-language' | 'expires', string>
>

/** For tests. */
export interface S3Options {
  readonly patience?: Patience
  /** Larger files go in parts of that size; the store wants 5 MiB at least. */
  readonly partBytes?: number
  readonly listAtOnce?: number
}

/** In a bucket of S3 or of what speaks like it, as `files/<SHA-256>`. */
export function createS3Bytes(settings: S3Settings, options: S3Options = {}): S3Bytes {
  const { patience, partBytes = 64 * 1024 ** 2, listAtOnce = 1000 } = options
  const client = createS3Client(settings, patience)
  const keyOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a SHA-256')
    return prefix + sha256
  }
  return {
    async keep(sha256, path, bytes) {
      const key = keyOf(sha256)
      if (bytes > partBytes) return putInParts(client, { key, sha256, path, bytes, partBytes })
      // Sent even when it is there, since this is what makes it new for the janitor.
      const body = { sha256, bytes, open: () => withErrorListener(createReadStream(path, { end: bytes - 1 })) }
      await client.ask({ method: 'PUT', key, body }, (answer) => text(answer))
    },
    async read(sha256, range) {
      const key = keyOf(sha256)
      if (range === undefined) return client.ask({ method: 'GET', key }, (answer) => answer)
      const { from, to } = range
      const nothing = async (): Promise<Readable> => {
        await client.ask({ method: 'HEAD', key }, (answer) => text(answer))
        return Readable.from([])
      }
      if (from >= to) return nothing()
      const headers = { range: `bytes=${from}-${to === Number.POSITIVE_INFINITY ? '' : to - 1}` }
      return client
        .ask({ method: 'GET', key, headers }, (answer) => {
          const begins = answer.headers['content-range']?.startsWith(`bytes ${from}-`) === true
          if (answer.statusCode === 206 && begins) return answer
          answer.destroy()
          throw new Error('the object store does not heed ranges')
        })
        .catch((error: NodeJS.ErrnoException) => {
          // It begins behind the end, where a file has nothing either.
          if (error.code === 'InvalidRange') return nothing()
          throw error
        })
    },
    async remove(sha256) {
      await client.ask({ method: 'DELETE', key: keyOf(sha256) }, (answer) => text(answer))
    },
    /** Takes away on the way what broke off before then. */
    async *list(untouchedSinceMs) {
      await dropUnfinished(client, prefix, untouchedSinceMs)
      const query: Record<string, string> = { 'list-type': '2', prefix, 'max-keys': String(listAtOnce) }
      for (;;) {
        const xml = await client.ask({ method: 'GET', query }, (answer) => text(answer))
        const times = textsOf(xml, 'LastModified')
        for (const [index, key] of textsOf(xml, 'Key').entries()) {
          const name = key.slice(prefix.length)
          if (/^[0-9a-f]{64}$/.test(name) && Date.parse(times[index]!) < untouchedSinceMs) yield name
        }
        const [next] = textsOf(xml, 'NextContinuationToken')
        if (next === undefined) return
        query['continuation-token'] = next
      }
    },
    presign(method, sha256, expiresS, answer = {}) {
      if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > longestLinkS)
        throw new Error(`a link may live for 1 to ${longestLinkS} seconds`)
      const query = Object.fromEntries(Object.entries(answer).map(([name, value]) => [`response-${name}`, value]))
      // Else whoever has the link could lay other bytes where those of this hash are looked for.
      const headers = { ...(method === 'PUT' && { 'x-amz-content-sha256': sha256 }) }
      return client.presign({ method, key: keyOf(sha256), query, headers }, expiresS)
    },
    async check() {
      await client.ask({ method: 'GET', query: { 'list-type': '2', prefix, 'max-keys': '1' } }, (answer) =>
        text(answer),
      )
    },
    async close() {
      client.close()
    },
  }
}
