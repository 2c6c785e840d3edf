import type { Reader } from '../../foundation/db/database.ts'
import { join, nothing, type Sql, sql } from '../../foundation/db/sql.ts'
import { shownName } from '../../foundation/db/user-name.ts'
import type { Source } from '../../query/index.ts'

/** A line of a printed journal. */
export interface JournalLine {
  readonly number: string
  readonly state: 'reserved' | 'registered' | 'annulled'
  readonly date: string | null
  /** When the number was given, to the minute. */
  readonly at: string
  readonly by: string
  /** Name of the element; null when the caller may not see the element. */
  readonly name: string | null
  readonly cardText: string
  readonly fileSha256: string | null
  readonly reason: string | null
  readonly reservedUntil: string | null
}

/** Returns the ids of the applications whose elements are registered in a case. */
export async function applicationsIn(reader: Reader, caseId: string): Promise<string[]> {
  const rows = await reader.rows<{ app: string }>(sql`
    select distinct r.app from registration r where r.case_id = ${caseId} and r.app is not null`)
  return rows.map(({ app }) => app)
}

export interface LinesOf {
  readonly caseId: string
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly timeZone: string
  /** Sources of the elements that the caller may see. */
  readonly sources: readonly Source[]
  readonly limit: number
}

/**
 * Returns the lines of the journal of a case in the order of periods and counters; typed numbers come last in a
 * period.
 */
export async function journalLines(
  reader: Reader,
  { caseId, from, to, timeZone, sources, limit }: LinesOf,
): Promise<JournalLine[]> {
  const names = sources.map(
    (source): Sql =>
      sql`(select e.name from element e where e.id = r.element and e.app = r.app and ${source.scope(sql`e`)})`,
  )
  const day = sql`coalesce(r.registered_on, (r.registered_at at time zone ${timeZone})::date)`
  return reader.rows<JournalLine>(sql`
    select r.number, r.state, r.registered_on as date, to_char(r.registered_at at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI') as at,
      coalesce(${shownName(sql`u`)}, '') as by, ${names.length === 0 ? sql`null::text` : sql`coalesce(${join(names)})`} as name,
      r.card::text as "cardText", r.file_sha256 as "fileSha256", r.reason, r.reserved_until as "reservedUntil"
    from registration r left join users u on u.id = r.registered_by
    where r.case_id = ${caseId} ${from === undefined ? nothing : sql`and ${day} >= ${from}::date`}
      ${to === undefined ? nothing : sql`and ${day} <= ${to}::date`}
    order by r.period, r.seq nulls last, r.registered_at, r.id limit ${limit}`)
}

/** The end of a journal: the number of its rows, and the hash of its last row, which covers all rows. */
export interface JournalEnd {
  readonly period: string
  readonly rows: string
  readonly hash: string | null
}

export async function endsOf(reader: Reader, caseId: string): Promise<JournalEnd[]> {
  return reader.rows<JournalEnd>(sql`
    select k.period, k.rows, encode(k.hash, 'hex') as hash from registration_counter k
    where (k.serial, k.period) in (select r.serial, r.period from registration r where r.case_id = ${caseId})
    order by k.period`)
}
