/** The way in which a spreadsheet shows a number. */
export type NumberFormat =
  | { readonly shows: 'number' }
  | { readonly shows: 'date' | 'time' }
  /** A code with leading zeros, such as a tax id; format `0000000000`. */
  | { readonly shows: 'digits'; readonly count: number }

const plain: NumberFormat = { shows: 'number' }
const dayMs = 86_400_000

/**
 * Returns the format with a predefined id (ECMA-376 part 1, 18.8.30), which files do not describe. 27–36 and 50–58 are
 * East Asian dates.
 */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { shows: 'time' }
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { shows: 'date' }
  return plain
}

/** Returns the format for a format code of a spreadsheet, such as `dd.mm.yyyy`. */
export function formatOfCode(code: string): NumberFormat {
  const zeros = /^0{2,64}$/.exec(code)
  if (zeros !== null) return { shows: 'digits', count: code.length }
  // Quoted or escaped letters and colours are not part of the pattern. The first section applies to positive numbers.
  const letters = code
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0]!
    .toLowerCase()
  if (/general/.test(letters)) return plain
  if (/[yd]/.test(letters) || /m{3}/.test(letters)) return { shows: 'date' }
  if (/[hs]/.test(letters)) return { shows: 'time' }
  return /m/.test(letters) ? { shows: 'date' } : plain
}

/** Returns a raw cell value as text: a number as entered by the user, or a date or time in ISO 8601. */
export function shownNumber(raw: string, format: NumberFormat, epochMs: number): string {
  const number = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(number)) return raw
  if (format.shows === 'digits') return Number.isInteger(number) ? raw.padStart(format.count, '0') : plainNumber(raw)
  const isDay = format.shows !== 'number' && number >= 0 && number < 2_958_466
  if (!isDay) return plainNumber(raw)
  if (format.shows === 'time' && number < 1) return isoTime(number)
  return isoDay(number, epochMs)
}

/** Returns the day from which dates are counted, in ms since 1970: 1899-12-30, or 1904-01-01 in files of old Macs. */
export function epochMs(from1904: boolean): number {
  return from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
}

/**
 * Removes the rounding errors of a double, which has 15 significant digits: 0.30000000000000004 becomes 0.3. Integers
 * are kept, so that long codes stay exact.
 */
function plainNumber(raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw
  const number = Number(Number(raw).toPrecision(15))
  const text = String(number)
  return text.includes('e-') ? number.toFixed(20).replace(/\.?0+$/, '') : text
}

function isoDay(serial: number, epoch: number): string {
  // Spreadsheets count 29 February 1900, a day that did not exist, so earlier dates are shifted by one day.
  const before1900March = epoch === epochMs(false) && serial < 60 ? 1 : 0
  const text = new Date(epoch + Math.round((serial + before1900March) * dayMs)).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace('.000Z', 'Z')
}

function isoTime(partOfDay: number): string {
  // A time that rounds up to midnight becomes the last millisecond of the day instead of the first.
  const ms = Math.min(Math.round(partOfDay * dayMs), dayMs - 1)
  return new Date(ms).toISOString().slice(11, 23).replace('.000', '')
}
