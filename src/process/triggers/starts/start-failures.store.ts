import type { Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'

/** The newest failure of an automatic start. */
export interface StartFailure {
  readonly at: string
  readonly message: string
  /** Element whose event did not start an instance. */
  readonly item?: string
}

export interface FailedStart {
  readonly template: string
  /** Start event, or `startOn/N`; null for any entry `startOn` of the settings for the application. */
  readonly element: string | null
  readonly app: string | null
  readonly failure: StartFailure
}

/** Stores a failure with its start and counts it. Returns whether it is the first one since the publication. */
export async function insertFailure(tx: Tx, { template, element, app, failure }: FailedStart): Promise<boolean> {
  const rows = await tx.rows<{ failures: number }>(sql`
    update process_start set failures = failures + 1, last_failure = ${JSON.stringify(failure)}::jsonb
    where template = ${template} and (element = ${element}
      or ${element}::text is null and element like 'startOn/%' and app = ${app}) returning failures`)
  return rows.some(({ failures }) => failures === 1)
}

/** Returns the path of a template, such as `docs.purchase`; for a template that does not exist, returns the id. */
export async function pathOfTemplate(tx: Tx, template: string): Promise<string> {
  const row = await tx.row<{ path: string }>(
    sql`select namespace || '.' || code as path from process_template where id = ${template}`,
  )
  return row?.path ?? template
}
