import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dialTcp } from './connect.ts'
import { createOutbound, type Fetched, type Outbound, type OutboundOptions } from './index.ts'

const certificate = read('certificate.fixture.pem')

export interface OtherServer extends AsyncDisposable {
  readonly port: number
  /** Returns the number of connections that the server received. */
  connections(): number
  /** Addresses of all outgoing connections. */
  readonly dialled: string[]
  /** Fetches from this server under the names `open.test` and `secure.test`, which need not be public. */
  readonly outbound: Outbound
  /** Creates an Outbound with other options, such as names that resolve to other addresses. */
  outboundWith(options: OutboundOptions): Outbound
}

type Answering = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Starts a server on this machine, which has no public address. Every request that reaches it was either allowed or
 * shows a hole.
 */
export async function otherServer(answering: Answering, { secure = false } = {}): Promise<OtherServer> {
  const server = secure
    ? createTlsServer({ cert: certificate, key: read('key.fixture.pem') }, answering)
    : createServer(answering)
  let connections = 0
  server.on('connection', () => connections++)
  // Clients that do not trust the certificate close the connection.
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const dialled: string[] = []
  const outboundWith = (options: OutboundOptions): Outbound =>
    createOutbound({
      allow: ['open.test', 'secure.test'],
      ports: [port],
      ca: certificate,
      resolve: async () => ['127.0.0.1'],
      dial: (address, ...rest) => {
        dialled.push(address)
        return dialTcp(address, ...rest)
      },
      ...options,
    })
  return {
    port,
    connections: () => connections,
    dialled,
    outbound: outboundWith({}),
    outboundWith,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const usualLimits = { maxBytes: 1024 ** 2, wholeMs: 20_000 }

export async function textOf({ chunks }: Fetched): Promise<string> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString()
}

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
