import { formatTime } from '../../foundation/kit/time/rfc3339.ts'
import type { Offset, Period } from '../condition.ts'
import { refuse } from '../errors.ts'

/**
 * Returns the start of a period and the moment before which it ends. `RelativeDatetime(from, to)` runs from the start
 * of the unit at the first offset to the end of the unit at the second: `('0w','0w')` is this week, `('-7d','0d')` the
 * last seven days and today, `('-1m','-1m')` last month. Joined offsets are added to the start of the first offset's
 * unit, so `('0y+3q','0y+3q')` is the last quarter of this year. Weeks start on Monday; all times are UTC. Throws
 * `query.wrong_eql` when one of the two moments is outside the years 1 to 9999.
 */
export function periodInstants(period: Period, nowMs: number): { from: string; before: string } {
  const from = startOf(period.from, nowMs)
  const before = startOf([...period.to, { amount: 1, unit: smallestUnit(period.to) }], nowMs)
  if (from === undefined || before === undefined) {
    throw refuse('the result of RelativeDatetime is outside the years 1 to 9999', period.at)
  }
  return { from, before }
}

/** The units from the largest to the smallest. */
const units = 'yqmwdh'
const joined = /^\s*[+-]?\d{1,6}[yqmwdh](?:\s*[+-]\d{1,6}[yqmwdh]){0,5}\s*$/i

/**
 * Reads offsets such as `-7d`, `+1m` and `0w`, and joined offsets such as `0y+3q`. Returns undefined when the value is
 * no offset.
 */
export function readOffsets(text: unknown): Offset[] | undefined {
  if (typeof text !== 'string' || !joined.test(text)) return undefined
  return [...text.toLowerCase().matchAll(/([+-]?\d+)([yqmwdh])/g)].map(([, amount, unit]) => ({
    amount: Number(amount),
    unit: unit as Offset['unit'],
  }))
}

function smallestUnit(offsets: readonly Offset[]): Offset['unit'] {
  return offsets.map(({ unit }) => unit).reduce((a, b) => (units.indexOf(b) > units.indexOf(a) ? b : a))
}

function startOf(offsets: readonly Offset[], nowMs: number): string | undefined {
  const date = new Date(nowMs)
  truncate(date, offsets[0]!.unit)
  for (const offset of offsets) move(date, offset)
  return formatTime(date.getTime())?.slice(0, -1)
}

function truncate(date: Date, unit: Offset['unit']): void {
  if (unit === 'h') date.setUTCMinutes(0, 0, 0)
  else date.setUTCHours(0, 0, 0, 0)
  // `getUTCDay` counts from Sunday; weeks start on Monday.
  if (unit === 'w') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (unit === 'm') date.setUTCDate(1)
  if (unit === 'q') date.setUTCMonth(Math.floor(date.getUTCMonth() / 3) * 3, 1)
  if (unit === 'y') date.setUTCMonth(0, 1)
}

const months: Readonly<Partial<Record<Offset['unit'], number>>> = { y: 12, q: 3, m: 1 }

function move(date: Date, { amount, unit }: Offset): void {
  const by = months[unit]
  if (unit === 'h') date.setUTCHours(date.getUTCHours() + amount)
  else if (by === undefined) date.setUTCDate(date.getUTCDate() + amount * (unit === 'w' ? 7 : 1))
  else {
    const day = date.getUTCDate()
    date.setUTCMonth(date.getUTCMonth() + amount * by)
    // The date is past the end of the target month: go back to the month's last day. One month before March 31 is the
    // last day of February.
    if (date.getUTCDate() !== day) date.setUTCDate(0)
  }
}
