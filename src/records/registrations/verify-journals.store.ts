import type { Reader } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { CounterKey } from './give-number.store.ts'
import { contentOf, entryHash } from './journal.store.ts'

/** A journal: the numbers of one counter in one period. */
export interface JournalHead extends CounterKey {
  readonly caseName: string | null
  readonly caseIndex: string | null
  /** Number of rows according to the counter. `hash` is the hash of the last row, in hex. */
  readonly rows: string
  readonly hash: string | null
}

export async function journalsAfter(reader: Reader, after: CounterKey, limit: number): Promise<JournalHead[]> {
  return reader.rows<JournalHead>(sql`
    select k.serial, k.period, c.name as "caseName", c.index as "caseIndex", k.rows, encode(k.hash, 'hex') as hash
    from registration_counter k left join nomenclature_case c on c.id = k.serial
    where (k.serial, k.period) > (${after.serial}::uuid, ${after.period}::date)
    order by k.serial, k.period limit ${limit}`)
}

/** What verification reads from the stored rows of a journal. */
export interface JournalRows {
  /** The number of rows. */
  readonly rows: string
  /** The hash of the last row; null for an empty journal. */
  readonly hash: string | null
  /** The first rows whose hash does not match their values, with the registration numbers in them. */
  readonly changed: readonly { readonly no: string; readonly number: string | null }[]
  /** The first row numbers that are missing before the last row. */
  readonly missing: readonly string[]
}

const shown = 10

export async function rowsOfJournal(reader: Reader, { serial, period }: CounterKey): Promise<JournalRows> {
  const e = {
    serial: sql`e.serial`,
    period: sql`e.period`,
    no: sql`e.no`,
    registration: sql`e.registration`,
    act: sql`e.act`,
    at: sql`e.at`,
    by: sql`e.by`,
    content: sql`e.content`,
  }
  const row = await reader.row<{ rows: string; hash: string | null; changed: string; missing: string }>(sql`
    with chain as (
      select e.*, lag(e.hash) over w as before, lag(e.no, 1, 0::bigint) over w as no_before from registration_entry e
      where e.serial = ${serial} and e.period = ${period}::date window w as (order by e.no)
    ), changed as (
      select e.no, substring(e.content from '"number": "((?:[^"\\\\]|\\\\.)*)"') as number from chain e
      where e.hash is distinct from ${entryHash(sql`e.before`, e)} and e.no = e.no_before + 1 order by e.no limit ${shown}
    ), missing as (
      select e.no_before + 1 as no from chain e where e.no <> e.no_before + 1 order by e.no limit ${shown}
    )
    select count(*) as rows, encode((select l.hash from chain l order by l.no desc limit 1), 'hex') as hash,
      coalesce((select json_agg(json_build_object('no', c.no::text, 'number', c.number) order by c.no) from changed c), '[]')::text as changed,
      coalesce((select json_agg(m.no::text order by m.no) from missing m), '[]')::text as missing
    from chain`)
  const { rows, hash, changed, missing } = row!
  return { rows, hash, changed: JSON.parse(changed), missing: JSON.parse(missing) }
}

/** Returns the first registrations that differ from their last row in the journal, and why. */
export async function differingRegistrations(
  reader: Reader,
  { serial, period }: CounterKey,
): Promise<{ readonly number: string; readonly is: 'changed' | 'removed' | 'unknown' }[]> {
  return reader.rows(sql`
    with newest as (
      select distinct on (e.registration) e.registration, e.content from registration_entry e
      where e.serial = ${serial} and e.period = ${period}::date order by e.registration, e.no desc
    )
    select coalesce(r.number, n.content::jsonb ->> 'number') as number,
      case when r.id is null then 'removed' when n.registration is null then 'unknown' else 'changed' end as is
    from newest n full join (select * from registration where serial = ${serial} and period = ${period}::date) r
      on r.id = n.registration
    where n.content is distinct from ${contentOf(sql`r`)}
    order by 1 limit ${shown}`)
}

/** Returns whether some journal has a row with a hash, given in hex. */
export async function hasEntry(reader: Reader, hash: string): Promise<boolean> {
  const row = await reader.row(sql`select no from registration_entry where hash = decode(${hash}, 'hex')`)
  return row !== undefined
}
