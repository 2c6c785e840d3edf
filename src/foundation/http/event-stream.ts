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

  /**
   * Sends an event; does nothing after `end`. A client that connects again sends the id of the last event in the header
   * `Last-Event-ID`.
   */
  send(event: string, data: object, id?: string): void {
    const idLine = id === undefined ? '' : `id: ${id}\n`
    this.#write(`event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`)
  }

  end(): void {
    if (!this.#isEnded) this.push(null)
    this.#isEnded = true
  }

  #write(text: string): void {
    if (!this.#isEnded) this.push(text)
  }
}
