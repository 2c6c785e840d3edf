import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { request } from 'node:http'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { Subject } from './subject.ts'

const blockBytes = 1024 ** 2
export const rootDirectory = '9240261a-ab27-5e65-b883-198236739dcc'

/**
 * Yields `bytes` bytes that are cheap to generate: the same random block repeated, each with its offset in its first
 * bytes.
 */
function* blocksOf(bytes: number, pool = randomBytes(blockBytes)): Generator<Buffer> {
  for (let at = 0; at < bytes; at += blockBytes) {
    const block = Buffer.from(pool.subarray(0, Math.min(blockBytes, bytes - at)))
    block.writeUIntLE(at % 2 ** 47, 0, Math.min(6, block.length))
    yield block
  }
}

export interface Uploaded {
  readonly seconds: number
  readonly id: string
  readonly sha256: string
}

/** Uploads `bytes` bytes in one `multipart/form-data` request, as browsers do. */
export async function upload({ url, token }: Subject, bytes: number): Promise<Uploaded> {
  const boundary = `bench-${randomUUID()}`
  const name = `big-${randomUUID()}.bin`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const pool = randomBytes(blockBytes)
  const beganMs = performance.now()
  const sending = request(`${url}/pub/v1/disk/directory/${rootDirectory}/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + bytes + tail.length,
    },
  })
  const answered = once(sending, 'response')
  sending.write(head)
  for (const block of blocksOf(bytes, pool)) if (!sending.write(block)) await once(sending, 'drain')
  sending.end(tail)
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += chunk
  const seconds = (performance.now() - beganMs) / 1000
  if (response.statusCode !== 200) throw new Error(`the upload was answered with ${response.statusCode}: ${text}`)
  const hash = createHash('sha256')
  for (const block of blocksOf(bytes, pool)) hash.update(block)
  return { seconds, id: JSON.parse(text).file.__id, sha256: hash.digest('hex') }
}

/** Downloads a file by its link, discards the bytes and returns the duration in seconds. */
export async function download({ url, token }: Subject, id: string, bytes: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/pub/v1/disk/file/${id}/get-link`, { headers })
  const { Link } = (await answer.json()) as { Link: string }
  const beganMs = performance.now()
  const [response] = await once(request(Link).end(), 'response')
  let got = 0
  response.on('data', (chunk: Buffer) => {
    got += chunk.length
  })
  await finished(response)
  if (got !== bytes) throw new Error(`${got} of ${bytes} bytes came`)
  return (performance.now() - beganMs) / 1000
}

/** Writes a file of `bytes` bytes at `path`, as the source for `copyAndHash`. */
export async function writeSource(path: string, bytes: number): Promise<void> {
  const file = createWriteStream(path)
  for (const block of blocksOf(bytes)) if (!file.write(block)) await once(file, 'drain')
  file.end()
  await finished(file)
}

/**
 * Copies a file with shell tools and returns the duration in seconds. The pipeline does the minimum that any server has
 * to do: it reads the bytes, hashes them with openssl, copies them and syncs the copy.
 */
export async function copyAndHash(from: string, to: string): Promise<number> {
  const beganMs = performance.now()
  const line = 'cat "$0" | tee "$1" | openssl dgst -sha256 && sync "$1"'
  await promisify(execFile)('bash', ['-o', 'pipefail', '-c', line, from, to])
  return (performance.now() - beganMs) / 1000
}
