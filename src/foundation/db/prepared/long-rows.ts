/** A row of at least `longBytes`. Its fields are decoded when they are read, since large answers are passed on as bytes. */
export class LongRow {
  /** The fields as the server sent them; null for SQL's null. */
  readonly bytes: readonly (Buffer | null)[]

  /** `message` is the whole message of the protocol, from its type on. */
  constructor(message: Buffer) {
    const bytes: (Buffer | null)[] = []
    let at = headerBytes + 2
    for (let left = message.readInt16BE(headerBytes); left > 0; left--) {
      const size = message.readInt32BE(at)
      at += 4
      bytes.push(size < 0 ? null : message.subarray(at, at + size))
      if (size > 0) at += size
    }
    this.bytes = bytes
  }

  /** The fields as the driver reads them. */
  get fields(): (string | null)[] {
    return this.bytes.map((field) => (field === null ? null : field.toString()))
  }
}

/** The number of bytes from which a row is long. Decoding shorter ones costs less than a value that is kept apart. */
const longBytes = 4_096
/** The server sends no longer messages. The driver is left to deal with another server. */
const maxBytes = 2 ** 30
/** A message begins with its type, one byte, and its length without the type. */
const headerBytes = 5
const dataRow = 'D'.charCodeAt(0)

/** The part of a stream that the driver's reader of messages uses. */
export interface Incoming {
  on(event: string, listener: (bytes: Buffer) => void): unknown
}

/**
 * Returns the answers of the server without long rows, for the driver's reader of messages. Calls `onLongRow` with
 * each of those, between the messages that come before and after it. The driver would decode all fields, and join the
 * parts of a message that spans several chunks by copying it again and again.
 */
export function withoutLongRows(stream: Incoming, onLongRow: (row: LongRow) => void): Incoming {
  return {
    on: (event, listener) => stream.on(event, event === 'data' ? splitter(listener, onLongRow) : listener),
  }
}

function splitter(pass: (bytes: Buffer) => void, onLongRow: (row: LongRow) => void): (chunk: Buffer) => void {
  /** Bytes of the current short message that the next chunks begin with. */
  let passingBytes = 0
  /** The beginning of a header that a chunk ended with. */
  let header: Buffer | undefined
  /** A long row that several chunks hold, and how much of it has arrived. */
  let row: Buffer | undefined
  let arrivedBytes = 0

  return (arrived) => {
    let chunk = arrived
    let at = 0
    if (header !== undefined) {
      chunk = Buffer.concat([header, chunk])
      header = undefined
    }
    if (row !== undefined) {
      at = chunk.copy(row, arrivedBytes)
      arrivedBytes += at
      if (arrivedBytes < row.length) return
      const whole = row
      row = undefined
      onLongRow(new LongRow(whole))
    }
    let from = at
    at += passingBytes
    passingBytes = 0
    while (at + headerBytes <= chunk.length) {
      const length = chunk.readUInt32BE(at + 1) + 1
      if (chunk[at] !== dataRow || length < longBytes || length > maxBytes) {
        at += length
        continue
      }
      if (at > from) pass(chunk.subarray(from, at))
      const end = at + length
      if (end <= chunk.length) {
        onLongRow(new LongRow(chunk.subarray(at, end)))
        at = end
        from = end
        continue
      }
      row = Buffer.allocUnsafeSlow(length)
      arrivedBytes = chunk.copy(row, 0, at)
      return
    }
    if (at > chunk.length) {
      passingBytes = at - chunk.length
      at = chunk.length
    } else if (at < chunk.length) header = chunk.subarray(at)
    if (at > from) pass(from === 0 && at === chunk.length ? chunk : chunk.subarray(from, at))
  }
}
