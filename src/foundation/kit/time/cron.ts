/** A parsed cron expression: the values of each field. */
export interface CronSchedule {
  readonly seconds: readonly number[]
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly months: readonly number[]
  /** Whether the hour field begins with `*`: the schedule fires in every hour or every n-th hour. */
  readonly isHourly: boolean
  /**
   * Returns whether the schedule fires on a day. `lastDay` is the last day of the month, and Sunday has the number 0.
   */
  matchesDay(day: { readonly day: number; readonly lastDay: number; readonly weekday: number }): boolean
}

interface Field {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly names?: readonly string[]
}

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const fields = {
  seconds: { name: 'second', min: 0, max: 59 },
  minutes: { name: 'minute', min: 0, max: 59 },
  hours: { name: 'hour', min: 0, max: 23 },
  days: { name: 'day of the month', min: 1, max: 31 },
  months: { name: 'month', min: 1, max: 12, names: monthNames },
  weekdays: { name: 'day of the week', min: 0, max: 7, names: dayNames },
} satisfies Record<string, Field>

/**
 * Parses a cron expression with six fields: second, minute, hour, day of the month, month, day of the week. A field
 * holds `*`, numbers, names, ranges `1-5`, steps such as `0/15`, and lists of these. For days, `?` is the same as
 * `*`. `L` is the last day of the month and `L-2` two days before it. `FRIL` is the last Friday of the month, and
 * `FRI#2` the second. Sunday is 0 or 7. A date must match the day of the month and the day of the week. Throws an
 * Error that says what is wrong.
 */
export function parseCron(text: string): CronSchedule {
  const parts = text.trim().toUpperCase().split(/\s+/)
  if (parts.length !== 6)
    throw new Error(`"${text}" has ${parts.length} fields; second, minute, hour, day, month and weekday are needed`)
  const [second, minute, hour, day, month, weekday] = parts as [string, string, string, string, string, string]
  const months = readField(month, fields.months)
  const days = day.split(',').map(readDay)
  const weekdays = weekday.split(',').map(readWeekday)
  const longest = Math.max(...months.map((number) => new Date(Date.UTC(2024, number, 0)).getUTCDate()))
  const exists = [...Array(longest).keys()].some((at) => days.some((test) => test(at + 1, longest)))
  if (!exists) throw new Error(`"${text}" never matches: none of its months has such a day`)
  return {
    seconds: readField(second, fields.seconds),
    minutes: readField(minute, fields.minutes),
    hours: readField(hour, fields.hours),
    months,
    isHourly: hour.startsWith('*'),
    matchesDay: (date) =>
      days.some((test) => test(date.day, date.lastDay)) &&
      weekdays.some((test) => test(date.weekday, date.day, date.lastDay)),
  }
}

/** Returns the values of a field in ascending order. */
function readField(text: string, field: Field): readonly number[] {
  const values = text.split(',').flatMap((part) => readPart(part, field))
  return [...new Set(values)].sort((one, other) => one - other)
}

function readPart(part: string, field: Field): number[] {
  const wrong = (): Error => new Error(`"${part}" is not valid in the field "${field.name}" of a cron expression`)
  const match = /^(\*|[0-9A-Z]+)(?:-([0-9A-Z]+))?(?:\/(\d{1,4}))?$/.exec(part)
  if (match === null) throw wrong()
  const [, first, last, step] = match as unknown as [string, string, string | undefined, string | undefined]
  if ((first === '*' && last !== undefined) || step === '0') throw wrong()
  const from = first === '*' ? field.min : numberOf(first, field)
  const isOpen = first === '*' || (last === undefined && step !== undefined)
  const to = isOpen ? field.max : last === undefined ? from : numberOf(last, field)
  if (from === undefined || to === undefined) throw wrong()
  if (from > to) throw new Error(`the range "${part}" ends before it begins; write two ranges`)
  const every = Number(step ?? 1)
  return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, index) => from + index * every)
}

function numberOf(text: string, { min, max, names }: Field): number | undefined {
  const named = names?.indexOf(text) ?? -1
  if (named >= 0) return named + min
  const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

/** Returns the test of a part of the field for days of the month. */
function readDay(part: string): (day: number, lastDay: number) => boolean {
  if (part === '?') return () => true
  const last = /^L(?:-(\d{1,2}))?$/.exec(part)
  if (last !== null && Number(last[1] ?? 0) < 31) return (day, lastDay) => day === lastDay - Number(last[1] ?? 0)
  const values = readField(part, fields.days)
  return (day) => values.includes(day)
}

/** Returns the test of a part of the field for days of the week. */
function readWeekday(part: string): (weekday: number, day: number, lastDay: number) => boolean {
  if (part === '?') return () => true
  const nth = /^(.+?)(?:L|#([1-5]))$/.exec(part)
  const [wanted] = nth === null ? [] : [numberOf(nth[1]!, fields.weekdays)]
  if (nth !== null && wanted !== undefined) {
    const count = nth[2] === undefined ? undefined : Number(nth[2])
    return (weekday, day, lastDay) =>
      weekday === wanted % 7 && (count === undefined ? day > lastDay - 7 : Math.ceil(day / 7) === count)
  }
  const values = readField(part, fields.weekdays).map((value) => value % 7)
  return (weekday) => values.includes(weekday)
}

/** Returns whether `parseCron` accepts a text. */
export function isCron(text: string): boolean {
  try {
    parseCron(text)
    return true
  } catch {
    return false
  }
}

/** Returns the error of a text in the form of a cron expression; undefined for valid expressions and other texts. */
export function cronProblem(text: string): string | undefined {
  if (!/^[\d*?]\S*(\s+[\d*?LW#,/A-Z-]+){4,6}$/i.test(text)) return undefined
  try {
    parseCron(text)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
