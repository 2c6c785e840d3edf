import { Duplex } from 'node:stream'

/** `X`, the message with which a client ends its connection; it would end the server. */
const terminate = 0x58

/**
 * A stream that the driver uses as its socket. Collects written bytes and passes them to the server in one batch when
 * the server is idle. Statements that arrive meanwhile share a batch, which saves thread switches.
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

  /** Emits `connect`, as the driver expects; there is no host to connect to. */
  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }

  /** Passes bytes of the server's answer to the driver. */
  receive(bytes: Uint8Array): void {
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  /** Marks the server as idle: it has answered everything that it received. */
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
    // Flushes after all code that runs without waiting, so that the statements that this code sends share a batch.
    process.nextTick(() => {
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
