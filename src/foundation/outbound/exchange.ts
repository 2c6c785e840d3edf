import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { withErrorListener } from '../kit/error-listener.ts'
import type { Target } from './target.ts'

const maxHeaderBytes = 16 * 1024

/** Requests the target over a connection. Resolves with the answer when its headers have arrived. */
export function exchange(socket: Socket, { url }: Target): Promise<IncomingMessage> {
  const sending = request({
    // With `createConnection`, Node uses neither an agent nor a proxy.
    createConnection: () => socket,
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      'user-agent': 'Chancery',
      accept: '*/*',
      'accept-encoding': 'identity',
      connection: 'close',
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
  sending.end()
  return promise
}
