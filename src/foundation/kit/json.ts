export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON text made by PostgreSQL or by a handler, which is inserted into answers unchanged. */
export class JsonText {
  /** The parts of the text in their order, as strings or as bytes of UTF-8. */
  readonly pieces: readonly (string | Uint8Array)[]

  constructor(...pieces: readonly (string | Uint8Array)[]) {
    this.pieces = pieces
  }

  get text(): string {
    const { pieces } = this
    return pieces.length === 1 && typeof pieces[0] === 'string' ? pieces[0] : pieces.map(textOf).join('')
  }

  /** The number of bytes as UTF-8. */
  get byteLength(): number {
    return this.pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  }
}

const textOf = (piece: string | Uint8Array): string =>
  typeof piece === 'string' ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString()

/** Returns a text that is equal for equal JSON values, regardless of the order of their keys. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}
