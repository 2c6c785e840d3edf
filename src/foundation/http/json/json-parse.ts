const space = /[ \t\n\r]*/y
const word = /[^ \t\n\r,:[\]{}"]*/y

/**
 * Thrown for a text that is not JSON. `place` is the offset of the error in characters; undefined where the text ends
 * too early.
 */
export class BrokenJson extends Error {
  readonly place: number | undefined
  constructor(place?: number) {
    super('the text is not JSON')
    this.place = place
  }
}

/**
 * Parses JSON text like JSON.parse, with a `yield` between its pieces. V8 needs a microsecond for each key in objects
 * of ever new shapes, so a text of some MiB would block the event loop for seconds. Objects and lists longer than
 * `pieceChars` are assembled here; JSON.parse parses everything in them. `see` is called with each parsed piece and
 * returns its number of keys. Returns the value and the number of its keys.
 */
export function* parseInPieces(
  text: string,
  pieceChars: number,
  see: (piece: unknown) => number,
): Generator<void, { value: unknown; keys: number }> {
  if (text.length <= pieceChars) {
    const value = parsePiece(text, 0)
    return { value, keys: see(value) }
  }
  const reader = new Pieces(text, pieceChars, see)
  const value = yield* reader.read(0)
  const rest = skipSpace(text, reader.at)
  if (rest < text.length) throw new BrokenJson(rest)
  return { value, keys: reader.keys }
}

class Pieces {
  at = 0
  keys = 0
  readonly #text: string
  readonly #pieceChars: number
  readonly #see: (piece: unknown) => number

  constructor(text: string, pieceChars: number, see: (piece: unknown) => number) {
    this.#text = text
    this.#pieceChars = pieceChars
    this.#see = see
  }

  /** Reads the value that begins at `from` and sets `at` to the position after it. */
  *read(from: number): Generator<void, unknown> {
    const start = skipSpace(this.#text, from)
    const end = this.#endOfPiece(start)
    if (end === undefined) return yield* this.#open(start)
    this.at = end
    const value = parsePiece(this.#text.slice(start, end), start)
    this.keys += this.#see(value)
    return value
  }

  /** Reads an object or a list member by member; adjacent short members are parsed together. */
  *#open(start: number): Generator<void, unknown> {
    const text = this.#text
    const isList = text[start] === '['
    const into: unknown[] | Record<string, unknown> = isList ? [] : {}
    const close = isList ? ']' : '}'
    let from: number | undefined
    this.at = skipSpace(text, start + 1)
    if (text[this.at] === close) {
      this.at++
      return into
    }
    for (;;) {
      const member = skipSpace(text, this.at)
      const value = isList ? member : skipSpace(text, this.#endOfKey(member))
      const end = this.#endOfPiece(value)
      if (end !== undefined) from ??= member
      if (from !== undefined && (end === undefined || end - from > this.#pieceChars)) {
        // The short members collected so far end before the comma that precedes this long member.
        this.#add(into, from, end ?? text.lastIndexOf(',', member - 1))
        from = undefined
        yield
      }
      if (end === undefined) {
        const long = yield* this.#open(value)
        if (Array.isArray(into)) into.push(long)
        else this.#set(into, text.slice(member, endOfText(text, member)), member, long)
      } else this.at = end
      const next = skipSpace(text, this.at)
      if (text[next] === close) {
        if (from !== undefined) this.#add(into, from, this.at)
        this.at = next + 1
        return into
      }
      if (text[next] !== ',') throw new BrokenJson(next < text.length ? next : undefined)
      this.at = next + 1
    }
  }

  /** Parses several short members and adds them to the object or list. */
  #add(into: unknown[] | Record<string, unknown>, from: number, end: number): void {
    const members = this.#text.slice(from, end)
    if (Array.isArray(into)) {
      const piece = parsePiece(`[${members}]`, from - 1) as unknown[]
      this.keys += this.#see(piece)
      for (const entry of piece) into.push(entry)
      return
    }
    const piece = parsePiece(`{${members}}`, from - 1) as Record<string, unknown>
    this.keys += this.#see(piece)
    for (const key of Object.keys(piece)) this.#assign(into, key, piece[key])
  }

  /** Sets a member. `key` is the key as written in the text, with its quotes. */
  #set(into: Record<string, unknown>, key: string, place: number, value: unknown): void {
    const piece = parsePiece(`{${key}:0}`, place - 1) as Record<string, unknown>
    this.keys += this.#see(piece)
    for (const name of Object.keys(piece)) this.#assign(into, name, value)
  }

  /** Assigns a member as JSON.parse does: a key such as `__proto__` is a property like any other. */
  #assign(into: Record<string, unknown>, key: string, value: unknown): void {
    if (Object.hasOwn(into, key)) this.keys--
    if (key !== '__proto__') into[key] = value
    else Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true })
  }

  /** Returns the end of the value, or undefined for an object or list that is longer than a piece. */
  #endOfPiece(start: number): number | undefined {
    const text = this.#text
    const first = text[start]
    if (first === '"') return endOfText(text, start)
    if (first !== '{' && first !== '[') {
      const end = endOfWord(text, start)
      if (end === start) throw new BrokenJson(start < text.length ? start : undefined)
      return end
    }
    const most = start + this.#pieceChars
    let depth = 0
    for (let at = start; at < text.length; ) {
      const code = text.charCodeAt(at)
      if (code === 0x22) at = endOfText(text, at)
      else {
        at++
        if (code === 0x7b || code === 0x5b) depth++
        else if ((code === 0x7d || code === 0x5d) && --depth === 0) return at
      }
      if (at > most) return undefined
    }
    throw new BrokenJson()
  }

  /** Returns the position after the colon of the key that begins at `at`. */
  #endOfKey(at: number): number {
    const text = this.#text
    if (text[at] !== '"') throw new BrokenJson(at < text.length ? at : undefined)
    const colon = skipSpace(text, endOfText(text, at))
    if (text[colon] !== ':') throw new BrokenJson(colon < text.length ? colon : undefined)
    return colon + 1
  }
}

/** Parses one piece. `offset` is the position of the piece in the whole text, for the error. */
function parsePiece(piece: string, offset: number): unknown {
  try {
    return JSON.parse(piece)
  } catch (error) {
    // V8's error message quotes the input, so only the position is taken from it.
    const place = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    throw new BrokenJson(place === undefined ? undefined : offset + Number(place))
  }
}

function skipSpace(text: string, from: number): number {
  space.lastIndex = from
  space.test(text)
  return space.lastIndex
}

/** Returns the position after the string whose opening quote is at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; ; ) {
    const end = text.indexOf('"', at)
    if (end < 0) throw new BrokenJson()
    let slash = end
    while (slash > at && text.charCodeAt(slash - 1) === 0x5c) slash--
    if ((end - slash) % 2 === 0) return end + 1
    at = end + 1
  }
}

/** Returns the position after a number, true, false or null. */
function endOfWord(text: string, start: number): number {
  word.lastIndex = start
  word.test(text)
  return word.lastIndex
}
