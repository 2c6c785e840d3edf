import { Readable } from 'node:stream'

/** Bytes that a client may leave unread before further messages wait. */
const maxUnreadBytes = 4_096

/** An answer that stays open: server-sent events (text/event-stream), each sent when it happens. */
export class EventStream extends Readable {
  #isEnded = false

  constructor(retryMs: number) {
    super({ highWaterMark: maxUnreadBytes })
    this.push(`retry: ${retryMs}\n\n`)
  }

  override _read(): void {
    // Messages come from `send`.
  }

  /** Whether the client reads slowly, so that messages should be kept back. */
  get isBehind(): boolean {
    return this.readableLength >= maxUnreadBytes
  }

  /** Sends an event; does nothing after `end`. */
  send(event: string, data: object): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends a comment, so that proxies and the client see that the connection is alive. */
  comment(): void {
    this.#write(':\n\n')
  }

  end(): void {
    if (!this.#isEnded) this.push(null)
    this.#isEnded = true
  }

  #write(text: string): void {
    if (!this.#isEnded) this.push(text)
  }
}
