import { connect } from 'node:net'
import type { Body } from './platform.ts'

export interface RawAnswer {
  readonly status: number
  readonly head: string
  /** The body as parsed JSON, or as text when it is not JSON. */
  readonly body: Body
}

/**
 * Sends a text unchanged, so that it need not be valid HTTP. Reads until the server has answered or closes the
 * connection.
 */
export function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (data) => {
      received += data
    })
    socket.setTimeout(30_000, () => socket.destroy(new Error('no answer within 30 s')))
    socket.on('close', () => {
      try {
        resolve(read(received))
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', (error) => received === '' && reject(error))
    socket.write(text)
  })
}

/** Returns the text of a request with `connection: close`. Headers are inserted unchanged. */
export function rawRequest(line: string, headers: readonly string[] = [], body = ''): string {
  return `${rawHead(line, headers, Buffer.byteLength(body))}${body}`
}

/** Returns the head of a request as `rawRequest` writes it, with the empty line before a body of `bodyBytes` bytes. */
export function rawHead(line: string, headers: readonly string[], bodyBytes: number): string {
  const length = bodyBytes === 0 ? [] : [`content-length: ${bodyBytes}`]
  return `${[`${line} HTTP/1.1`, 'host: here', 'connection: close', ...headers, ...length].join('\r\n')}\r\n\r\n`
}

function read(received: string): RawAnswer {
  if (received === '') throw new Error('closed without an answer')
  const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s)
  const isJson = /^content-type: application\/json/im.test(head) && body !== ''
  return { status: Number(head.split(' ')[1]), head, body: isJson ? JSON.parse(body) : body }
}
