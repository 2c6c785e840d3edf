import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network to a PostgreSQL server that a test can cut. */
export interface Network extends AsyncDisposable {
  /** The server's URL, through this network. */
  readonly url: string
  /** Breaks every connection and lets in no new one. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Breaks every connection once. */
  breakAll(): void
  /** Takes everything and passes on nothing, or works again. */
  swallow(on: boolean): void
  /** Passes on what clients say, and swallows all replies from when one of them says `text`; undefined: works again. */
  swallowRepliesTo(text: string | undefined): void
  /** Holds back what the server says for so long. */
  delay(ms: number): void
}

export async function openNetwork(target: string): Promise<Network> {
  const to = new URL(target)
  const sockets = new Set<Socket>()
  let swallowing = false
  let swallowingReplies = false
  let fatalText: string | undefined
  let delayMs = 0
  const listen = createServer((client) => {
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
