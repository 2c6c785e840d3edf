import { createHash } from 'node:crypto'
import { adminToken } from '../api-client.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  readonly body: any
}

export interface Part {
  readonly from: number
  /** End of the part, exclusive. */
  readonly to: number
}

/** The requests for files that clients send. They throw when no complete answer arrives in time. */
export interface FileRequests {
  /** Uploads all bytes, or one part of them. */
  upload(path: string, name: string, bytes: Buffer, part?: Part): Promise<Answer>
  send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Answer>
  /** Downloads a link; returns the SHA-256 (hex) and the number of the bytes received. */
  download(link: string): Promise<{ status: number; sha256: string; bytes: number }>
}

/** Creates the requests of clients. `url` is the URL of a server, or a function that returns the next one to ask. */
export function fileRequests(url: string | (() => string), timeoutMs = 30_000): FileRequests {
  const address = typeof url === 'string' ? () => url : url
  const authorization = `Bearer ${adminToken}`
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(address() + path, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  return {
    async upload(path, name, bytes, part) {
      const form = new FormData()
      const sent = part === undefined ? bytes : bytes.subarray(part.from, part.to)
      form.append('file', new Blob([new Uint8Array(sent)]), name)
      const range = part && { 'content-range': `bytes ${part.from}-${part.to}/${bytes.length}` }
      return ask(path, { method: 'POST', headers: { authorization, ...range }, body: form })
    },
    send: (method, path, body) =>
      ask(path, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async download(link) {
      const response = await fetch(link, { signal: AbortSignal.timeout(2 * timeoutMs) })
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of response.body ?? []) {
        hash.update(chunk)
        bytes += chunk.length
      }
      return { status: response.status, sha256: hash.digest('hex'), bytes }
    },
  }
}
