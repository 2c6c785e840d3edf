import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { withErrorListener } from '../kit/error-listener.ts'
import type { Target } from './target.ts'

const maxHeaderBytes = 16 * 1024

/** Asks for the target over this connection; gives the answer when its head is there. */
export function exchange(socket: Socket, { url }: Target): Promise<IncomingMessage> {
  const sending = request({
    // Given a connection, Node takes neither an agent nor a proxy.
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
  // Read or not, it may break off later.
  sending.on('response', (answer) => resolve(withErrorListener(answer)))
  sending.on('error', reject)
  // A change of the protocol, which nobody asked for, ends the connection and is no error to Node.
  sending.on('close', () => reject(new Error('the connection ended before the answer began')))
  sending.end()
  return promise
}
