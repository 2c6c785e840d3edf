export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON text made by PostgreSQL, which is inserted into answers unchanged. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
