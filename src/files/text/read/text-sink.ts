/** Takes text up to a length and a time, and says when it is enough. */
export interface TextSink {
  readonly isFull: boolean
  /** Thrown by who can't end otherwise; whoever gave the sink takes it for a good end. */
  readonly full: Error
  readonly text: string
  add(piece: string): void
}

/** `untilMs` is a time of `performance.now()`. */
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
