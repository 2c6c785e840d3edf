import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { withErrorListener } from '../../foundation/kit/error-listener.ts'
import { readResultBody } from './s3-body.ts'
import type { S3Client } from './s3-client.ts'
import { codeOf, s3Error } from './s3-errors.ts'
import { textsOf } from './s3-xml.ts'

export interface Parts {
  readonly key: string
  /** The SHA-256 of the whole file, in hex. */
  readonly sha256: string
  readonly path: string
  readonly bytes: number
  readonly partBytes: number
}

/**
 * Uploads a file in parts. The store verifies the SHA-256 of each part but can't verify the SHA-256 of the whole
 * file. This function verifies it, and completes the upload only when it matches. After a failure, it tries to remove
 * the uploaded parts.
 */
export async function putInParts(client: S3Client, { key, sha256, path, bytes, partBytes }: Parts): Promise<void> {
  const uploadId = await client.send({ method: 'POST', key, query: { uploads: '' } }, async (answer) => {
    const [id] = textsOf(await readResultBody(answer), 'UploadId')
    if (id === undefined) throw new Error('the object store started an upload without an id')
    return id
  })
  try {
    const whole = createHash('sha256')
    const tags: string[] = []
    for (let from = 0; from < bytes; from += partBytes) {
      const slice = { start: from, end: Math.min(from + partBytes, bytes) - 1 }
      const body = {
        sha256: await hashSlice(path, slice, whole),
        bytes: slice.end - slice.start + 1,
        open: () => withErrorListener(createReadStream(path, slice)),
      }
      const query = { partNumber: String(tags.length + 1), uploadId }
      tags.push(
        await client.send({ method: 'PUT', key, query, body }, async (answer) => {
          await readResultBody(answer)
          return answer.headers.etag ?? ''
        }),
      )
    }
    if (whole.digest('hex') !== sha256) throw new Error(`the bytes of the file do not have the SHA-256 ${sha256}`)
    await complete(client, { key, uploadId }, tags)
  } catch (error) {
    await client.send({ method: 'DELETE', key, query: { uploadId } }, readResultBody).catch(() => {})
    throw error
  }
}

/**
 * Aborts multipart uploads that were begun before `begunBeforeMs` and never completed, as many as one response lists,
 * and removes their parts.
 */
export async function dropUnfinished(client: S3Client, prefix: string, begunBeforeMs: number): Promise<void> {
  const xml = await client.send({ method: 'GET', query: { uploads: '', prefix } }, readResultBody)
  const [keys, ids, begun] = ['Key', 'UploadId', 'Initiated'].map((name) => textsOf(xml, name))
  for (const [index, uploadId] of ids!.entries()) {
    if (Date.parse(begun![index]!) >= begunBeforeMs) continue
    await client
      .send({ method: 'DELETE', key: keys![index]!, query: { uploadId } }, readResultBody)
      .catch((error: NodeJS.ErrnoException) => {
        // The upload was completed or aborted in the meantime.
        if (error.code !== 'NoSuchUpload') throw error
      })
  }
}

async function complete(client: S3Client, upload: { key: string; uploadId: string }, tags: string[]): Promise<void> {
  const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const xml = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const body = {
    sha256: createHash('sha256').update(xml).digest('hex'),
    bytes: xml.length,
    open: () => Readable.from([xml]),
  }
  const { key, uploadId } = upload
  await client.send({ method: 'POST', key, query: { uploadId }, body }, async (answer) => {
    // The store sends status 200 before it assembles the parts, so an error is in the body.
    const code = codeOf(await readResultBody(answer))
    if (code !== undefined) throw s3Error('POST', code === 'InternalError' ? 500 : 400, code)
  })
}

async function hashSlice(path: string, slice: { start: number; end: number }, whole: Hash): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of withErrorListener(createReadStream(path, slice))) {
    hash.update(chunk)
    whole.update(chunk)
  }
  return hash.digest('hex')
}
