import type { Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { type Address, type Stamp, stamps } from '../../../solutions/index.ts'
import type { ReportDefinition } from '../report.ts'

/** A sub-select of the reports of all solutions as a JSON list, in the order of their paths. */
export const reportRows: Sql = sql`(
  select coalesce(json_agg(jsonb_build_object('namespace', namespace, 'code', code, 'solution', solution,
    'definition', definition, 'sql', sql, ${stamps}) order by namespace, code), '[]') from data_report)`

export interface NewReport extends Address {
  readonly solution: string
  readonly definition: ReportDefinition
  readonly sql: string
}

export async function putReport(tx: Tx, report: NewReport, { by, at }: Stamp): Promise<void> {
  const { namespace, code, solution, definition, sql: text } = report
  await tx.rows(sql`
    insert into data_report (namespace, code, solution, definition, sql, created_at, created_by, updated_at, updated_by)
    values (${namespace}, ${code}, ${solution}, ${JSON.stringify(definition)}::jsonb, ${text}, ${at}, ${by}, ${at}, ${by})
    on conflict (namespace, code) do update set solution = excluded.solution, definition = excluded.definition,
      sql = excluded.sql, updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
}

export async function removeReport(tx: Tx, { namespace, code }: Address): Promise<void> {
  await tx.rows(sql`delete from data_report where namespace = ${namespace} and code = ${code}`)
}
