import type { Reader } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

export interface Revision {
  readonly rev: number
  readonly at: string
  readonly by: string
  readonly action: string
  /** `{field: [before, after]}` */
  readonly changes: Record<string, [unknown, unknown]>
}

interface HistoryRow {
  readonly revisions: string
  readonly body: string
}

/** All revisions, oldest first, and the values of today. */
export async function revisionsOf(
  reader: Reader,
  app: string,
  elementId: string,
): Promise<{ revisions: Revision[]; body: Record<string, unknown> }> {
  const row = await reader.row<HistoryRow>(sql`
    select e.body, (
      select jsonb_agg(jsonb_build_object('rev', h.rev, 'at', wire_time(h.at), 'by', h.by, 'action', h.action, 'changes', h.changes) order by h.rev)
      from element_history h where h.app = e.app and h.id = e.id
    ) as revisions
    from element e where e.app = ${app} and e.id = ${elementId}`)
  return { revisions: JSON.parse(row?.revisions ?? '[]') ?? [], body: JSON.parse(row?.body ?? '{}') }
}
