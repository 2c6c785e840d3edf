import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { withErrorListener } from '../kit/error-listener.ts'
import type { Target } from './target.ts'

const maxHeaderBytes = 16 * 1024

/** What is sent to an address. */
export interface OutboundRequest {
  /** Method in capital letters. */
  readonly method: string
  /**
   * Headers by their names in lower case. They come on top of those that each request has, and may replace `accept`.
   */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Sends a request to the target over a connection. Resolves with the answer when its headers have arrived. Throws at
 * once when a header cannot be sent.
 */
export function exchange(
  socket: Socket,
  { url }: Target,
  { method, headers = {}, body }: OutboundRequest,
): Promise<IncomingMessage> {
  const sending = request({
    // With `createConnection`, Node uses neither an agent nor a proxy.
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      accept: '*/*',
      ...headers,
      host: url.host,
      'user-agent': 'Chancery',
      'accept-encoding': 'identity',
      connection: 'close',
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    setHost: false,
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
  })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  // The answer may break off later, even while nothing reads it; hence the error listener.
  sending.on('response', (answer) => resolve(withErrorListener(answer)))
  sending.on('error', reject)
  // A protocol upgrade, which was not requested, closes the connection without an error in Node.
  sending.on('close', () => reject(new Error('the connection ended before the answer began')))
  sending.end(body)
  return promise
}
