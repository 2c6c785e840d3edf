import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { S3Settings } from '../../foundation/config/index.ts'
import { withErrorListener } from '../../foundation/kit/error-listener.ts'
import type { ByteRange } from '../disk-io.ts'
import type { BlobStore } from './blob-store.ts'
import { readResultBody } from './s3-body.ts'
import { S3Client, type S3Timeouts } from './s3-client.ts'
import { dropUnfinished, putInParts } from './s3-multipart.ts'
import { textsOf } from './s3-xml.ts'

/** A prefix for all keys, so that the bucket can hold other objects too. */
const prefix = 'files/'
const maxLinkS = 600

/** Response headers that the store sends for a presigned URL. */
type ResponseHeaders = Partial<
  Record<'content-type' | 'content-disposition' | 'cache-control' | 'content-language' | 'expires', string>
>

/** Options for tests. */
export interface S3Options {
  readonly timeouts?: S3Timeouts
  /** The size of a part. A larger file is uploaded in parts. The store requires at least 5 MiB. */
  readonly partBytes?: number
  readonly listAtOnce?: number
}

/** A blob store in a bucket of S3 or of a compatible object store, with keys `files/<SHA-256>`. */
export class S3Blobs implements BlobStore {
  readonly #partBytes: number
  readonly #listAtOnce: number
  readonly #client: S3Client

  constructor(settings: S3Settings, options: S3Options = {}) {
    const { timeouts, partBytes = 64 * 1024 ** 2, listAtOnce = 1000 } = options
    this.#partBytes = partBytes
    this.#listAtOnce = listAtOnce
    this.#client = new S3Client(settings, timeouts)
  }

  async put(sha256: string, path: string, bytes: number): Promise<void> {
    const key = this.#keyOf(sha256)
    if (bytes > this.#partBytes)
      return putInParts(this.#client, { key, sha256, path, bytes, partBytes: this.#partBytes })
    // An existing object is uploaded again, because the sweep removes unused objects by their age, and the upload
    // resets the age.
    const body = { sha256, bytes, open: () => withErrorListener(createReadStream(path, { end: bytes - 1 })) }
    await this.#client.send({ method: 'PUT', key, body }, readResultBody)
  }

  async read(sha256: string, range?: ByteRange): Promise<Readable> {
    const key = this.#keyOf(sha256)
    if (range === undefined) return this.#client.send({ method: 'GET', key }, (answer) => answer)
    const { from, to } = range
    const nothing = async (): Promise<Readable> => {
      await this.#client.send({ method: 'HEAD', key }, readResultBody)
      return Readable.from([])
    }
    if (from >= to) return nothing()
    const headers = { range: `bytes=${from}-${to === Number.POSITIVE_INFINITY ? '' : to - 1}` }
    return this.#client
      .send({ method: 'GET', key, headers }, (answer) => {
        const begins = answer.headers['content-range']?.startsWith(`bytes ${from}-`) === true
        if (answer.statusCode === 206 && begins) return answer
        answer.destroy()
        throw new Error('the object store ignores the header Range')
      })
      .catch((error: NodeJS.ErrnoException) => {
        // The range begins after the end of the file; a store on disk returns no bytes then.
        if (error.code === 'InvalidRange') return nothing()
        throw error
      })
  }

  async remove(sha256: string): Promise<void> {
    await this.#client.send({ method: 'DELETE', key: this.#keyOf(sha256) }, readResultBody)
  }

  /**
   * Lists the SHA-256 of objects last modified before this time. Also aborts multipart uploads that were begun before
   * this time and not completed.
   */
  async *list(untouchedSinceMs: number): AsyncGenerator<string> {
    await dropUnfinished(this.#client, prefix, untouchedSinceMs)
    const query: Record<string, string> = { 'list-type': '2', prefix, 'max-keys': String(this.#listAtOnce) }
    for (;;) {
      const xml = await this.#client.send({ method: 'GET', query }, readResultBody)
      const times = textsOf(xml, 'LastModified')
      for (const [index, key] of textsOf(xml, 'Key').entries()) {
        const name = key.slice(prefix.length)
        if (/^[0-9a-f]{64}$/.test(name) && Date.parse(times[index]!) < untouchedSinceMs) yield name
      }
      const [next] = textsOf(xml, 'NextContinuationToken')
      if (next === undefined) return
      query['continuation-token'] = next
    }
  }

  /**
   * Returns a presigned URL of the store, valid for `expiresS` seconds, at most 600. The URL works for anyone who has
   * it, without a check of rights. A PUT has to send `x-amz-content-sha256`, and the store accepts only bytes with
   * that hash.
   */
  presign(method: 'GET' | 'PUT', sha256: string, expiresS: number, answer: ResponseHeaders = {}): string {
    if (!Number.isInteger(expiresS) || expiresS < 1 || expiresS > maxLinkS)
      throw new Error(`a link may live for 1 to ${maxLinkS} seconds`)
    const query = Object.fromEntries(Object.entries(answer).map(([name, value]) => [`response-${name}`, value]))
    // The signed hash keeps the holder of a URL from storing other bytes under this key.
    const headers = { ...(method === 'PUT' && { 'x-amz-content-sha256': sha256 }) }
    return this.#client.presign({ method, key: this.#keyOf(sha256), query, headers }, expiresS)
  }

  /** Verifies that the bucket exists and that the keys give access; rejects with the store's error. */
  async check(): Promise<void> {
    await this.#client.send({ method: 'GET', query: { 'list-type': '2', prefix, 'max-keys': '1' } }, readResultBody)
  }

  async close(): Promise<void> {
    this.#client.close()
  }

  #keyOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a SHA-256')
    return prefix + sha256
  }
}
