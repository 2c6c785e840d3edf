/** The parts of an ISO 8601 duration such as `P1Y2M3W4DT5H6M7.5S`. */
export interface IsoParts {
  readonly isNegative: boolean
  readonly years: bigint
  readonly months: bigint
  readonly weeks: bigint
  readonly days: bigint
  readonly hours: bigint
  readonly minutes: bigint
  readonly seconds: bigint
  /** Nanoseconds of the second. */
  readonly nanos: number
}

const form =
  /^([+-]?)P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d*))?S)?)?$/
const maxChars = 100

/**
 * Returns the parts of an ISO 8601 duration; undefined for any other text. Digits after the ninth digit of a fraction
 * are ignored.
 */
export function readIsoDuration(text: string): IsoParts | undefined {
  const found = text.length > maxChars ? null : form.exec(text)
  if (found === null) return undefined
  const part = (index: number): bigint => BigInt(found[index] ?? 0)
  return {
    isNegative: found[1] === '-',
    years: part(2),
    months: part(3),
    weeks: part(4),
    days: part(5),
    hours: part(6),
    minutes: part(7),
    seconds: part(8),
    nanos: Number((found[9] ?? '').slice(0, 9).padEnd(9, '0')),
  }
}

/** Returns the hours, minutes and seconds of a duration in milliseconds. */
export const timeMsOf = ({ hours, minutes, seconds, nanos }: IsoParts): number =>
  Number((hours * 60n + minutes) * 60n + seconds) * 1000 + nanos / 1e6

/** A duration in ISO 8601 without years, months and fractions, as a pattern of JSON Schema. */
export const durationPattern = '^P(?!$)(\\d+W)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?$'
