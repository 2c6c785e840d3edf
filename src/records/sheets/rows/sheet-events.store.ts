import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { newId } from '../../../foundation/kit/ids.ts'

export const sheetEventKinds = [
  'started',
  'answered',
  'delegated',
  'added',
  'removed',
  'reminded',
  'escalated',
  'overdue',
  'cancelled',
  'ended',
] as const

/** Something that happened with a sheet. */
export interface SheetEvent {
  readonly kind: (typeof sheetEventKinds)[number]
  /** The user who acted; null for the platform. */
  readonly by: string | null
  readonly onBehalfOf?: string | undefined
  readonly respondent?: string | undefined
  readonly details?: object
}

export interface StoredSheetEvent {
  readonly kind: SheetEvent['kind']
  readonly at: string
  readonly by: string | null
  readonly onBehalfOf: string | null
  readonly respondentId: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** Adds an event to the history of a sheet. The database refuses to change it later. */
export async function insertSheetEvent(tx: Tx, sheet: string, event: SheetEvent, now: Date): Promise<void> {
  const { kind, by, onBehalfOf, respondent, details = {} } = event
  await tx.rows(sql`
    insert into sheet_event (sheet, id, kind, at, by, on_behalf_of, respondent, details)
    values (${sheet}, ${newId()}, ${kind}, ${now}, ${by}, ${onBehalfOf ?? null}, ${respondent ?? null},
      ${JSON.stringify(details)}::jsonb)`)
}

/** Returns the history of a sheet, oldest first, at most 10,000 events. */
export async function sheetEvents(reader: Reader, sheet: string): Promise<StoredSheetEvent[]> {
  const rows = await reader.rows<Omit<StoredSheetEvent, 'details'> & { readonly details: string }>(sql`
    select kind, wire_time(at) as at, by::text, on_behalf_of::text as "onBehalfOf", respondent::text as "respondentId",
      details
    from sheet_event where sheet = ${sheet} order by id limit 10000`)
  return rows.map(({ details, ...event }) => ({ ...event, details: JSON.parse(details) }))
}
