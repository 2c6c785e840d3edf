import { Duplex } from 'node:stream'

/** `X`: the client says goodbye, which would end the server. */
const terminate = 0x58

/**
 * What the driver takes for a socket. It collects what is written and hands it to the server as a whole while the
 * server is idle: statements that come meanwhile go together, which costs a thread change less for each.
 */
export class ServerStream extends Duplex {
  readonly #handOver: (bytes: Uint8Array<ArrayBuffer>) => void
  #waiting: Uint8Array[] = []
  #busy = false
  #scheduled = false

  constructor(handOver: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#handOver = handOver
  }

  /** Called by the driver; there is no host to connect to. */
  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }

  /** The server's answer. */
  receive(bytes: Uint8Array): void {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  /** The server has answered all it was given. */
  idle(): void {
    this.#busy = false
    this.#flush()
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: () => void): void {
    this.#collect(chunk)
    done()
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    for (const { chunk } of chunks) this.#collect(chunk)
    done()
  }

  #collect(chunk: Uint8Array): void {
    if (chunk[0] === terminate && chunk.length === 5) return
    this.#waiting.push(chunk)
    if (this.#busy || this.#scheduled) return
    this.#scheduled = true
    // Only between two tasks is it certain that each statement is whole.
    queueMicrotask(() => {
      this.#scheduled = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#busy || this.#waiting.length === 0) return
    const bytes = new Uint8Array(this.#waiting.reduce((sum, chunk) => sum + chunk.length, 0))
    let at = 0
    for (const chunk of this.#waiting) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.#waiting = []
    this.#busy = true
    this.#handOver(bytes)
  }
}
