import type { Reader } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** The closing summary of a case. */
export interface CaseSummary {
  readonly registered: number
  readonly reserved: number
  readonly annulled: number
  readonly firstNumber: string | null
  readonly lastNumber: string | null
}

export async function summaryOf(reader: Reader, caseId: string): Promise<CaseSummary> {
  const row = await reader.row<CaseSummary>(sql`
    select count(*) filter (where r.state = 'registered')::int as registered,
      count(*) filter (where r.state = 'reserved')::int as reserved,
      count(*) filter (where r.state = 'annulled')::int as annulled,
      (array_agg(r.number order by r.period, r.seq nulls last, r.registered_at))[1] as "firstNumber",
      (array_agg(r.number order by r.period desc, r.seq desc nulls last, r.registered_at desc))[1] as "lastNumber"
    from registration r where r.case_id = ${caseId}`)
  return row!
}
