/** What a number in a cell means to the person who looks at it. */
export type NumberFormat =
  | { readonly shows: 'number' }
  | { readonly shows: 'date' | 'time' }
  /** `0000000000`: a code such as a tax id, with its leading zeros. */
  | { readonly shows: 'digits'; readonly count: number }

const plain: NumberFormat = { shows: 'number' }
const dayMs = 86_400_000

/** The formats that a file need not spell out, by ECMA-376 part 1, 18.8.30; 27–36 and 50–58 are East Asian dates. */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return { shows: 'time' }
  if ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return { shows: 'date' }
  return plain
}

export function formatOfCode(code: string): NumberFormat {
  const zeros = /^0{2,64}$/.exec(code)
  if (zeros !== null) return { shows: 'digits', count: code.length }
  // Quoted or escaped letters and colours are not part of the pattern; only the first section is for positive numbers.
  const letters = code
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0]!
    .toLowerCase()
  if (/general/.test(letters)) return plain
  if (/[yd]/.test(letters) || /m{3}/.test(letters)) return { shows: 'date' }
  if (/[hs]/.test(letters)) return { shows: 'time' }
  return /m/.test(letters) ? { shows: 'date' } : plain
}

/** The `v` of a cell as text: a number as a person wrote it, or a day and time in ISO 8601. */
export function shownNumber(raw: string, format: NumberFormat, epochMs: number): string {
  const number = Number(raw)
  if (raw.trim() === '' || !Number.isFinite(number)) return raw
  if (format.shows === 'digits') return Number.isInteger(number) ? raw.padStart(format.count, '0') : plainNumber(raw)
  const isDay = format.shows !== 'number' && number >= 0 && number < 2_958_466
  if (!isDay) return plainNumber(raw)
  if (format.shows === 'time' && number < 1) return isoTime(number)
  return isoDay(number, epochMs)
}

/** Days count from here: 1899-12-30, or 1904-01-01 in files of old Macs. */
export function epochMs(from1904: boolean): number {
  return from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
}

/** A double has 15 digits that mean something: 0.30000000000000004 was written as 0.3. Long codes stay whole. */
function plainNumber(raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw
  const number = Number(Number(raw).toPrecision(15))
  const text = String(number)
  return text.includes('e-') ? number.toFixed(20).replace(/\.?0+$/, '') : text
}

function isoDay(serial: number, epoch: number): string {
  // The calendar of spreadsheets has a 29 February 1900, so the days before it stand one further.
  const before1900March = epoch === epochMs(false) && serial < 60 ? 1 : 0
  const text = new Date(epoch + Math.round((serial + before1900March) * dayMs)).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace('.000Z', 'Z')
}

function isoTime(partOfDay: number): string {
  // Rounding may reach midnight, which is the last moment of this day and not the first.
  const ms = Math.min(Math.round(partOfDay * dayMs), dayMs - 1)
  return new Date(ms).toISOString().slice(11, 23).replace('.000', '')
}
