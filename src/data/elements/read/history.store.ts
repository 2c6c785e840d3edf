import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { answerTooLarge, limits } from '../../../query/index.ts'

export interface Revision {
  readonly rev: number
  readonly at: string
  readonly by: string
  readonly action: string
  /** The changed values as `{field: [before, after]}`. */
  readonly changes: Record<string, [unknown, unknown]>
}

interface HistoryRow {
  /** Null when the revisions are larger than an answer may be. */
  readonly revisions: string | null
  readonly body: string
}

/** Returns all revisions of an element, oldest first, and its present values. */
export async function revisionsOf(
  reader: Reader,
  app: string,
  elementId: string,
): Promise<{ revisions: Revision[]; body: Record<string, unknown> }> {
  const row = await reader.row<HistoryRow>(sql`
    select e.body, r.revisions from element e cross join lateral (
      select case when bool_and(fits) is not false
        then coalesce('[' || string_agg(text, ',') filter (where fits) || ']', '[]') end as revisions
      from (select text, sum(octet_length(text)) over (rows unbounded preceding) <= ${limits.answerBytes}::bigint as fits
        from (select jsonb_build_object('rev', h.rev, 'at', wire_time(h.at), 'by', h.by, 'action', h.action,
            'changes', h.changes)::text as text
          from element_history h where h.app = e.app and h.id = e.id order by h.rev) j) s) r
    where e.app = ${app} and e.id = ${elementId}`)
  if (row?.revisions === null) throw answerTooLarge('the changes of this element')
  return { revisions: JSON.parse(row?.revisions ?? '[]'), body: JSON.parse(row?.body ?? '{}') }
}
