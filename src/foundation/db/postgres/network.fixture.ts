import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network to a PostgreSQL server that a test can interrupt. */
export interface Network extends AsyncDisposable {
  /** URL of the server, through this network. */
  readonly url: string
  /** Breaks every connection and accepts no new one. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Breaks every connection once; new connections work. */
  breakAll(): void
  /** Starts (`true`) or stops (`false`) discarding all bytes of both sides, while connections stay open. */
  swallow(on: boolean): void
  /**
   * Discards all replies from the moment when a client sends `text`; `undefined` passes replies on again. Bytes of
   * clients are always passed on.
   */
  swallowRepliesTo(text: string | undefined): void
  /** Returns how many connections clients have opened so far. */
  opened(): number
  /** Delays everything that the server sends by `ms` milliseconds. */
  delay(ms: number): void
}

export async function openNetwork(target: string): Promise<Network> {
  const to = new URL(target)
  const sockets = new Set<Socket>()
  let swallowing = false
  let swallowingReplies = false
  let fatalText: string | undefined
  let delayMs = 0
  let opened = 0
  const listen = createServer((client) => {
    opened++
    const server = connect(Number(to.port || 5432), to.hostname)
    for (const [from, into] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (from === client && fatalText !== undefined && bytes.includes(fatalText)) swallowingReplies = true
        if (swallowing || (swallowingReplies && from === server)) return
        if (from === server && delayMs > 0) setTimeout(() => into.write(bytes), delayMs)
        else into.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        into.destroy()
      })
    }
  })
  listen.listen(0, '127.0.0.1')
  await once(listen, 'listening')
  const { port } = listen.address() as AddressInfo
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)

  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const goAway = async (): Promise<void> => {
    if (!listen.listening) return
    const closed = once(listen, 'close')
    listen.close()
    breakAll()
    await closed
  }
  return {
    url: url.href,
    breakAll,
    opened: () => opened,
    goAway,
    async comeBack() {
      listen.listen(port, '127.0.0.1')
      await once(listen, 'listening')
    },
    swallow(on) {
      swallowing = on
    },
    swallowRepliesTo(text) {
      fatalText = text
      swallowingReplies = false
    },
    delay(ms) {
      delayMs = ms
    },
    [Symbol.asyncDispose]: goAway,
  }
}
