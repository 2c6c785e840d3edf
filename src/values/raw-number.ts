/** The functions of `JSON` that keep the source texts of numbers. TypeScript does not declare them yet. */
interface RawJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown
  rawJSON(text: string): RawNumber
  isRawJSON(value: unknown): value is RawNumber
}
const json = JSON as unknown as RawJson

/** A number with all digits of its text. */
export interface RawNumber {
  readonly rawJSON: string
}

/** Parses JSON. Numbers become raw numbers, which keep all their digits. */
export function parseWithRawNumbers(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? json.rawJSON(source) : value,
  )
}

export function isRawNumber(value: unknown): value is RawNumber {
  return json.isRawJSON(value)
}

/** Returns a number or a raw number as a number. */
export const numberOf = (value: unknown): number => (isRawNumber(value) ? Number(value.rawJSON) : Number(value))
