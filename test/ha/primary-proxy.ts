import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface PrimaryProxy extends AsyncDisposable {
  readonly port: number
  /** Forwards new connections to this port and cuts connections to other ports; undefined refuses all connections. */
  leadTo(port: number | undefined): void
}

/** Starts a proxy that forwards every connection to the primary, as HAProxy does in front of Patroni. */
export async function startPrimaryProxy(): Promise<PrimaryProxy> {
  let target: number | undefined
  const open = new Set<Socket>()
  const server = createServer((client) => {
    if (target === undefined) return void client.destroy()
    const upstream = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    leadTo(port) {
      if (port === target) return
      target = port
      cut()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
