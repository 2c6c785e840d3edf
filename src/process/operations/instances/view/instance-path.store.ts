import { type Bound, type Sql, sql } from '../../../../foundation/db/sql.ts'

/** Maximum number of advances that are read for the path of one instance, newest first. */
const maxPathAdvances = 10_000

/** How often the tokens of an instance completed an element, and the flows by which they came. */
export interface InstancePath {
  readonly completed: ReadonlyMap<string, number>
  readonly flows: ReadonlySet<string>
}

export interface PathRow {
  readonly element: string
  readonly flow: string | null
  readonly completed: number
}

/** Selects the elements and flows of the newest advances of an instance. */
export const stepsOf = (id: Bound): Sql => sql`
  with advances as (
    select events from process_history where instance = ${id} order by rev desc limit ${maxPathAdvances}
  )
  select e ->> 'element' as element, e ->> 'flow' as flow,
    count(*) filter (where e ->> 'type' = 'completed') as completed
  from advances, jsonb_array_elements(events) e where e ->> 'type' in ('entered', 'completed') group by 1, 2`

/** Returns the path that these rows describe. */
export function pathFrom(rows: readonly PathRow[]): InstancePath {
  const completed = new Map<string, number>()
  for (const row of rows) completed.set(row.element, (completed.get(row.element) ?? 0) + row.completed)
  return { completed, flows: new Set(rows.flatMap(({ flow }) => flow ?? [])) }
}

/** A sheet that an instance waits for, with the respondents who have been asked and have not answered yet. */
export interface SheetRow {
  /** Id of the wait for the end of the sheet. */
  readonly wait: string
  readonly id: string
  readonly subject: string
  readonly dueAt: string | null
  readonly respondents: readonly string[]
}

/** Selects the open sheets that an instance waits for. */
export const sheetsOf = (id: Bound): Sql => sql`
  select s.wait, s.id, s.subject, wire_time(min(r.due_at)) as "dueAt",
    coalesce(array_agg(r.user_id order by r.stage, r.place) filter (where r.user_id is not null), '{}') as respondents
  from sheet s left join sheet_respondent r on r.sheet = s.id and r.opened_at is not null and r.ended_at is null
  where s.wait is not null and s.ended_at is null
    and s.wait in (select id from process_wait where instance = ${id} and kind = 'sheet')
  group by s.wait, s.id, s.subject`
