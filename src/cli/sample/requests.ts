import { createHash, randomUUID } from 'node:crypto'

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes, and each step reads what it needs
export type Answer = any

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Sends a request to the server and returns the status and the body of the answer. */
export type Send = (request: {
  readonly method: Method
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: Uint8Array | string
}) => Promise<{ readonly status: number; readonly body: string }>

/** Sends requests of one user. Throws an Error with the sentence of the server when a request is refused. */
export type Call = (method: Method, path: string, body?: object) => Promise<Answer>

/**
 * Returns a function that sends JSON with a token. With an idempotency key, a repeated write returns an answer but
 * changes nothing.
 */
export function callAs(send: Send, token: string, idempotencyKey?: string): Call {
  return async (method, path, body) => {
    const { status, body: text } = await send({
      method,
      url: path,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const answer: Answer = JSON.parse(text)
    if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${answer.error}`)
    return answer
  }
}

/**
 * Uploads a file and returns it as the value of a field for files. Equal keys give equal identifiers, so repeating an
 * upload makes no second file.
 */
export async function upload(
  send: Send,
  token: string,
  { name, bytes, key }: { name: string; bytes: Uint8Array; key: string },
): Promise<{ hash: string; name: string }> {
  const [hash, boundary] = [uuidOf(key), randomUUID()]
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${encodeURIComponent(name)}"\r\n\r\n`
  const { status, body } = await send({
    method: 'POST',
    url: `/pub/v1/disk/file/upload?hash=${hash}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  if (status >= 400) throw new Error(`the upload of ${name} answered ${status}: ${JSON.parse(body).error}`)
  return { hash, name }
}

/** Returns a UUID that depends only on the text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
