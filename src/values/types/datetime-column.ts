import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { ReportColumn } from '../field-type.ts'
import { type DatetimeView, momentCell } from './datetime-cell.ts'

/** Returns how a column of a report holds moments, days or times of day. Answers show all of them as moments. */
export function momentColumn(view: DatetimeView): ReportColumn {
  const { sqlType, ...column } = columns[view]
  return {
    ...column,
    word: view,
    accepts: (type) => type === sqlType,
    cell: (value) => momentCell(value, view),
  }
}

const midnight = (day: Sql): Sql => sql`(${day}::timestamp at time zone 'UTC')`
const onFirstDay = (time: Sql): Sql => sql`('0001-01-01T' || to_char(${time}, 'HH24:MI:SS'))`

type MomentColumn = Pick<ReportColumn, 'json' | 'text' | 'compared'> & { readonly sqlType: string }

const columns: Readonly<Record<DatetimeView, MomentColumn>> = {
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
