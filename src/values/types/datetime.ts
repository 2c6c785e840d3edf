import { Type } from 'typebox'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import { isObject, type JsonValue } from '../../foundation/kit/json.ts'
import { readInstant as parseInstant } from '../../foundation/kit/time/instant.ts'
import { parseTime, utcTime, type WrittenTime } from '../../foundation/kit/time/rfc3339.ts'
import { namedCell } from '../cells.ts'
import { shown, wrongCriterion, wrongValue } from '../errors.ts'
import type { Field, FieldType, ReportColumn, ValueType } from '../field-type.ts'
import { type DatetimeView, dateCell, momentCell } from './datetime-cell.ts'
import { readRange } from './range.ts'

const midnight = (day: Sql): Sql => sql`(${day}::timestamp at time zone 'UTC')`
const onFirstDay = (time: Sql): Sql => sql`('0001-01-01T' || to_char(${time}, 'HH24:MI:SS'))`

type MomentColumn = Pick<ReportColumn, 'json' | 'text' | 'compared'> & { readonly sqlType: string }

const momentColumns: Readonly<Record<DatetimeView, MomentColumn>> = {
  datetime: {
    sqlType: 'timestamp with time zone',
    json: (value) => sql`to_jsonb(wire_time(${value}))`,
    text: (value) => sql`coalesce('"' || wire_time(${value}) || '"', 'null')`,
    compared: { kind: 'timestamp', value: (value) => value },
  },
  date: {
    sqlType: 'date',
    json: (value) => sql`to_jsonb(wire_time(${midnight(value)}))`,
    compared: { kind: 'timestamp', value: midnight },
  },
  time: {
    sqlType: 'time without time zone',
    json: (value) => sql`to_jsonb(${onFirstDay(value)} || 'Z')`,
    compared: { kind: 'instant', value: (value) => sql`(${onFirstDay(value)} collate "C")` },
  },
}

/** The value that statically typed clients send for a date that is not set. */
const zeroInstant = '0001-01-01T00:00:00Z'

/**
 * A moment, a day or a time of day; always stored as a moment in UTC. A day is stored as its midnight, and a time of
 * day on 1 January of year 1. Days and times ignore the offset that the client wrote, because applying the offset would
 * change the day or the hour. The zero date `0001-01-01T00:00:00Z` means "empty" for moments and days, and midnight for
 * times.
 */
export const datetimeType: FieldType = {
  code: 'DATETIME',
  word: 'datetime',
  column: {
    type: 'timestamptz',
    typeOf: (field) => (viewOf(field) === 'datetime' ? 'timestamptz' : viewOf(field)),
    value(json, field) {
      const text = sql`(case when ${json} #>> '{}' like '____-__-__T__:__:__%Z' then ${json} #>> '{}' end)`
      const view = viewOf(field)
      if (view === 'date') return sql`left(${text}, 10)::date`
      return view === 'time' ? sql`rtrim(substr(${text}, 12), 'Z')::time` : sql`${text}::timestamptz`
    },
    // The text in `asOrderedText` lacks the Z that every stored moment has.
    fromCompared(compared, field) {
      const text = sql`(case when ${compared} ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?$' then ${compared} end)`
      const view = viewOf(field)
      if (view === 'date') return sql`left(${text}, 10)::date`
      return view === 'time' ? sql`substr(${text}, 12)::time` : sql`(${text} || 'Z')::timestamptz`
    },
  },
  settings: Type.Object({
    view: Type.Optional(
      Type.Union([Type.Literal('datetime'), Type.Literal('date'), Type.Literal('time')], {
        description:
          'Precision of the value: date and time, only the date, or only the time of day; datetime by default.',
      }),
    ),
  }),
  wire: () => Type.String({ format: 'date-time' }),
  read(value, field) {
    const instant = typeof value === 'string' ? normalise(value, field) : undefined
    if (instant === undefined) throw wrongValue(field, `must be ${example(field)}, not ${shown(value)}`)
    return instant === zeroInstant && viewOf(field) !== 'time' ? null : instant
  },
  cell(text, field) {
    const cell = dateCell(text, viewOf(field) === 'time' ? 0 : 1)
    if (normalise(cell, field) === undefined) {
      throw wrongValue(field, `must be ${example(field)} or dd.mm.yyyy, not ${shown(text)}`)
    }
    return cell
  },
  comparable: () => ({ kind: 'instant', many: false, value: asOrderedText }),
  criterion(value, field) {
    if (typeof value === 'string') return { is: 'equal', value: readInstant(value, field) }
    return readRange(value, field, (bound) => {
      const instant = readInstant(bound, field)
      return instant === zeroInstant && viewOf(field) !== 'time' ? undefined : instant
    })
  },
  inName: (json, field) =>
    viewOf(field) === 'time' ? sql`substr(${asOrderedText(json)}, 12, 5)` : sql`left(${asOrderedText(json)}, 10)`,
  exported: (value, field) => (typeof value === 'string' ? momentCell(value, viewOf(field)) : namedCell(value)),
  inDocuments: {
    type: (field) => documentTypes[viewOf(field)],
    value: (entry, field) => (isObject(entry) ? entry : inDocument(String(entry), viewOf(field))),
  },
  asInputs: {
    date: {
      type: 'date',
      fits: (value) => isMatch(value, /^\d{4}-\d\d-\d\d$/),
      expected: 'a date such as 2026-05-31',
    },
    datetime: {
      type: 'date and time',
      fits: (value) => isMatch(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/),
      expected: 'a date and time such as 2026-05-31T09:00:00Z',
    },
  },
  asVariables: { date: { settings: { view: 'date' } }, datetime: {} },
  inExpressions: {
    type: (field) => (viewOf(field) === 'date' ? 'date' : 'date and time'),
    read: (entry, field) => (viewOf(field) === 'date' && typeof entry === 'string' ? entry.slice(0, 10) : entry),
    write: fromExpression,
  },
  asReportColumn: (field) => momentColumn(viewOf(field)),
  asReportParameter: true,
}

const documentTypes: Readonly<Record<DatetimeView, ValueType>> = {
  date: 'date',
  time: 'time',
  datetime: 'date and time',
}

const isMatch = (value: JsonValue, form: RegExp): boolean => typeof value === 'string' && form.test(value)

function inDocument(instant: string, view: DatetimeView): string {
  if (view === 'date') return instant.slice(0, 10)
  return view === 'time' ? instant.slice(11).replace(/Z$/, '') : instant
}

/** Returns the date of a date and time for a field without a time, and the instant for any other field. */
function fromExpression(entry: JsonValue, field: Field, timeZone: string): JsonValue {
  if (typeof entry !== 'string') return entry
  // The field itself reads an instant with an offset, with all digits of its fraction.
  if (/T.*(Z|[+-]\d\d:\d\d)$/.test(entry) && viewOf(field) !== 'date') return entry
  const instant = parseInstant(entry, timeZone)
  if (instant === undefined) return entry
  return viewOf(field) === 'date' ? entry.slice(0, 10) : instant.toISOString()
}

/**
 * Returns the SQL of a text whose code-point order is the order of time. The `Z` is cut off, so that a fraction only
 * appears at the end.
 */
function asOrderedText(json: Sql): Sql {
  return sql`(rtrim(${json} #>> '{}', 'Z') collate "C")`
}

/**
 * Reads the value or a bound of a criterion. A date alone means midnight at the start of that day, as everywhere in
 * the API. This also holds for `max`.
 */
function readInstant(value: unknown, field: Field): string {
  const instant = typeof value === 'string' ? normalise(value, field) : undefined
  if (instant === undefined) throw wrongCriterion(field, `${example(field)} is expected, not ${shown(value)}`)
  return instant
}

function normalise(text: string, field: Field): string | undefined {
  const view = viewOf(field)
  const isTimeAlone = view === 'time' && /^\d\d:\d\d(:\d\d)?$/.test(text)
  const written = parseTime(isTimeAlone ? `0001-01-01T${text}` : text)
  if (written === undefined) return undefined
  if (view === 'date') return `${written.date}T00:00:00Z`
  if (view === 'time') return `0001-01-01T${written.time}${written.fraction}Z`
  return isZero(written) ? zeroInstant : utcTime(written)
}

/**
 * Returns whether a moment is the zero date, ignoring its offset: a client east of Greenwich sends the zero date as
 * midnight of its own zone.
 */
function isZero({ date, time, fraction }: WrittenTime): boolean {
  return `${date}T${time}${fraction}Z` === zeroInstant
}

function viewOf(field: Field): DatetimeView {
  return (field.settings.view ?? 'datetime') as DatetimeView
}

function example(field: Field): string {
  const view = viewOf(field)
  if (view === 'date') return 'a date such as 2026-05-01'
  return view === 'time' ? 'a time such as 08:30' : 'a date and time such as 2026-05-01T08:30:00Z'
}

/** Returns how a column of a report holds moments, days or times of day. Answers show all of them as moments. */
function momentColumn(view: DatetimeView): ReportColumn {
  const { sqlType, ...column } = momentColumns[view]
  return {
    ...column,
    word: view,
    accepts: (type) => type === sqlType,
    cell: (value) => momentCell(value, view),
  }
}
