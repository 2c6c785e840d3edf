/** A buffer for text with a limit of characters and time. */
export interface TextSink {
  readonly isFull: boolean
  /** The error that a reader throws to stop when the sink is full; the caller treats it as success. */
  readonly full: Error
  readonly text: string
  add(piece: string): void
}

/** Creates a sink. `untilMs` is a deadline by `performance.now()`. */
export function createTextSink(maxChars: number, untilMs = Number.POSITIVE_INFINITY): TextSink {
  const pieces: string[] = []
  let chars = 0
  return {
    full: new Error('that is enough text'),
    get isFull() {
      return chars >= maxChars || performance.now() >= untilMs
    },
    get text() {
      return pieces.join('').slice(0, maxChars)
    },
    add(piece) {
      if (chars >= maxChars) return
      pieces.push(piece)
      chars += piece.length
    },
  }
}
