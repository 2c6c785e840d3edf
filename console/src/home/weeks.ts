import type { Row } from '../reports/report-queries.ts'

const weekMs = 7 * 86_400_000

/** Returns the rows with a row for each week from the first to the last; missing weeks get the count 0. */
export function withAllWeeks(rows: readonly Row[]): readonly Row[] {
  const byDay = new Map(rows.map((row) => [dayOf(row), row]))
  const times = [...byDay.keys()].map((day) => Date.parse(day))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return Array.from({ length: Math.round((last - first) / weekMs) + 1 }, (_, index) => {
    const week = new Date(first + index * weekMs).toISOString().slice(0, 10)
    return byDay.get(week) ?? { week, registered: 0, annulled: 0 }
  })
}

/** Returns the Monday of a row's week as `YYYY-MM-DD`. */
export const dayOf = ({ week }: Row): string => String(week).slice(0, 10)
