const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?$/i

/**
 * Returns a moment in the form that is stored for comparing: `2026-05-01T00:00:00` in UTC, with a fraction only when
 * the fraction is not zero. Accepts RFC 3339 or a date alone, which means midnight. Returns undefined when the text is
 * no moment of the years 1 to 9999.
 */
export function readInstant(text: string): string | undefined {
  const found = rfc3339.exec(text)
  if (!found) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = found
  const plain = utcDate([year, month, day, hour, minute, second].map(Number))
  if (!plain) return undefined
  plain.setUTCMinutes(plain.getUTCMinutes() - offsetMinutes(zone)!)
  const whole = toInstant(plain)
  const digits = fraction.replace(/0+$/, '')
  return whole === undefined || digits === '' ? whole : `${whole}.${digits}`
}

/**
 * Returns a moment as ISO text ending in `Z`. `numbers` are the year to the second, in a zone such as `Europe/Moscow`
 * or `+03:00`. Returns undefined when they give no moment.
 */
export function instantAt(numbers: readonly number[], zone: string): string | undefined {
  const local = numbers.length > 0 && numbers.length < 7 ? utcDate(numbers) : undefined
  if (!local) return undefined
  const first = zoneMinutes(zone, local)
  if (first === undefined) return undefined
  // The zone's offset is taken at the resulting moment, because near a clock change that offset can differ from the
  // offset of the first guess.
  const guess = new Date(local.getTime() - first * 60_000)
  const text = toInstant(new Date(local.getTime() - zoneMinutes(zone, guess)! * 60_000))
  return text && `${text}Z`
}

/** Returns a Date in the stored form of a moment; undefined outside the years 1 to 9999. */
export function toInstant(date: Date): string | undefined {
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) return undefined
  const fraction = date.getUTCMilliseconds()
  const text = date.toISOString()
  return fraction === 0 ? text.slice(0, 19) : text.slice(0, 23).replace(/0+$/, '')
}

function utcDate(numbers: readonly number[]): Date | undefined {
  if (!numbers.every((number) => Number.isInteger(number) && number >= 0)) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers
  const date = new Date(0)
  // `Date.UTC` would read the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return same && year >= 1 && year <= 9999 && hour < 24 && minute < 60 && second < 60 ? date : undefined
}

function offsetMinutes(zone: string): number | undefined {
  const found = /^(?:GMT|UTC|Z)?(?:([+-])(\d{2}):(\d{2})(?::\d{2})?)?$/i.exec(zone)
  if (!found) return undefined
  return (found[1] === '-' ? -1 : 1) * (Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0))
}

function zoneMinutes(zone: string, at: Date): number | undefined {
  const fixed = offsetMinutes(zone)
  if (fixed !== undefined) return fixed
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    return offsetMinutes(format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '')
  } catch {
    return undefined
  }
}
