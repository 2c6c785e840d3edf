import type { Reader } from '../../../src/foundation/db/database.ts'
import { sql } from '../../../src/foundation/db/sql.ts'

/** A letter with its number and its newest revision. The number is null if the letter is not registered. */
export interface StoredNumber {
  readonly letter: string
  readonly number: string | null
  readonly rev: string
  readonly revisions: number
}

/** Returns all letters, with a row for each registration in a case. */
export async function storedNumbers(reader: Reader, caseId: string): Promise<StoredNumber[]> {
  return reader.rows<StoredNumber>(sql`
    select coalesce(e.id, r.element)::text as letter, r.number, coalesce(e.rev, 0)::text as rev,
      (select count(*)::int from element_history h where h.app = e.app and h.id = e.id) as revisions
    from (select * from element where app in
        (select a.id from application a where a.namespace = 'letterbox' and a.code = 'plain')) e
      full join (select * from registration where case_id = ${caseId}) r on r.app = e.app and r.element = e.id`)
}
