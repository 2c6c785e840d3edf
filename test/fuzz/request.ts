import { connect } from 'node:net'
import type { Body } from '../platform.ts'
import { rawHead } from '../raw-http.ts'
import { withHeartbeat } from './heartbeat.ts'

/** A request in its wire form; stored in this form when it reveals a bug. */
export interface Request {
  readonly method: string
  /** Path and query string as in the request line. */
  readonly path: string
  readonly headers: readonly string[]
  readonly body: string
  /** Whether each character of the body is a byte; otherwise the body is sent as UTF-8. */
  readonly isBytes?: boolean
  readonly example?: ExampleUse
}

/** The example from which a request was made, with its things on one server, so that other servers can repeat it. */
export interface ExampleUse {
  /** Name of the example. */
  readonly name: string
  /** Ids and names of the things, as contained in the path and the body of the request. */
  readonly values: readonly string[]
}

export interface Reply {
  readonly status: number
  readonly head: string
  /** The body as parsed JSON, or as text when it is not JSON. */
  readonly body: Body
  readonly tookMs: number
  /** The longest stop of the event loop during the request, in ms of CPU time. */
  readonly stoppedMs: number
}

const timeoutMs = 30_000

/**
 * Sends a request and returns the reply. Throws when the connection ends without an answer, or after 30 s without one.
 */
export async function send(url: string, request: Request): Promise<Reply> {
  const { result, stoppedMs } = await withHeartbeat(() => exchange(url, request))
  return { ...result, stoppedMs }
}

function exchange(url: string, { method, path, headers, body, isBytes }: Request): Promise<Omit<Reply, 'stoppedMs'>> {
  const { hostname, port } = new URL(url)
  const startMs = performance.now()
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname)
    socket.setEncoding('utf8').setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer in ${timeoutMs} ms`)))
    socket.on('data', (data) => {
      received += data
    })
    // A server may close the connection before it has read the whole body of a refused request; its answer counts.
    socket.on('error', (error) => received === '' && reject(error))
    socket.on('close', () => {
      if (received === '') reject(new Error('closed without an answer'))
      else resolve({ ...read(received), tookMs: performance.now() - startMs })
    })
    const bytes = Buffer.from(body, isBytes ? 'latin1' : 'utf8')
    socket.write(rawHead(`${method} ${path}`, headers, bytes.length))
    socket.write(bytes)
  })
}

function read(received: string): Omit<Reply, 'tookMs' | 'stoppedMs'> {
  const [head = '', text = ''] = received.split(/\r\n\r\n(.*)/s)
  return { status: Number(head.split(' ')[1]), head, body: jsonOr(text) }
}

function jsonOr(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns a request as shortened text for people. */
export function shown({ method, path, headers, body }: Request): string {
  return [`${method} ${cut(path, 300)}`, ...headers.map((line) => cut(line, 100)), cut(body, 600)].join('\n')
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text
