import type { Offset, Period } from '../condition.ts'
import { refuse } from '../errors.ts'
import { toInstant } from '../instant.ts'

/**
 * `RelativeDatetime(from, to)` runs from the start of the unit at the first offset to the end of the unit at the second:
 * `('0w','0w')` is this week, `('-7d','0d')` the last seven days and today, `('-1m','-1m')` last month. The vendor's
 * description gives only the units; this reading makes the usual questions short. Weeks start on Monday; all in UTC.
 */
export function periodInstants(period: Period, nowMs: number): { from: string; before: string } {
  const from = startOf(period.from, nowMs, 0)
  const before = startOf(period.to, nowMs, 1)
  if (from === undefined || before === undefined) {
    throw refuse('RelativeDatetime leaves the years 1 to 9999', period.at)
  }
  return { from, before }
}

/** Reads `-7d`, `+1m`, `0w`; undefined when it is none. */
export function readOffset(text: unknown): Offset | undefined {
  const found = typeof text === 'string' ? /^([+-]?\d{1,6})([yqmwdh])$/i.exec(text.trim()) : null
  return found ? { amount: Number(found[1]), unit: found[2]!.toLowerCase() as Offset['unit'] } : undefined
}

function startOf({ amount, unit }: Offset, nowMs: number, later: number): string | undefined {
  const date = new Date(nowMs)
  const by = amount + later
  if (unit === 'h') date.setUTCHours(date.getUTCHours() + by, 0, 0, 0)
  else date.setUTCHours(0, 0, 0, 0)
  if (unit === 'd') date.setUTCDate(date.getUTCDate() + by)
  // getUTCDay counts from Sunday.
  if (unit === 'w') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7) + by * 7)
  if (unit === 'm') date.setUTCMonth(date.getUTCMonth() + by, 1)
  if (unit === 'q') date.setUTCMonth(Math.floor(date.getUTCMonth() / 3) * 3 + by * 3, 1)
  if (unit === 'y') date.setUTCFullYear(date.getUTCFullYear() + by, 0, 1)
  return toInstant(date)
}
