import type { Tx } from '../foundation/db/database.ts'
import { type Sql, sql } from '../foundation/db/sql.ts'
import { type Stamp, stamps } from '../solutions/index.ts'
import type { CalendarDefinition } from './calendar.ts'

/** A sub-select of the deployed calendars as a JSON list, in the order of their paths. */
export const calendarRows: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', namespace, 'code', code, 'solution', solution,
    'definition', definition, ${stamps}) order by namespace, code), '[]') from process_calendar)`

export interface NewCalendar {
  readonly namespace: string
  readonly code: string
  readonly solution: string
  readonly definition: CalendarDefinition
}

export async function putCalendar(tx: Tx, calendar: NewCalendar, { by, at }: Stamp): Promise<void> {
  const { namespace, code, solution, definition } = calendar
  await tx.rows(sql`
    insert into process_calendar (namespace, code, solution, definition, created_at, created_by, updated_at, updated_by)
    values (${namespace}, ${code}, ${solution}, ${JSON.stringify(definition)}::jsonb, ${at}, ${by}, ${at}, ${by})
    on conflict (namespace, code) do update set solution = excluded.solution, definition = excluded.definition,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
}

export async function removeCalendar(tx: Tx, { namespace, code }: { namespace: string; code: string }): Promise<void> {
  await tx.rows(sql`delete from process_calendar where namespace = ${namespace} and code = ${code}`)
}
