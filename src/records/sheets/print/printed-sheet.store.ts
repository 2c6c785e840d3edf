import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { shownName } from '../../../foundation/db/user-name.ts'

/** What a printed sheet shows of a user. */
export interface Signatory {
  readonly id: string
  readonly name: string
  readonly position: string
}

/** Returns names and positions of users by their ids. */
export async function signatories(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Signatory>> {
  const rows = await reader.rows<Signatory>(sql`
    select u.id::text, coalesce(${shownName(sql`u`)}, '') as name,
      coalesce(nullif(u.position, ''), (select i.name from org_holder h join org_item i on i.id = h.item
        where h.user_id = u.id and i.deleted_at is null order by i.name limit 1), '') as position
    from users u where u.id = any (${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the numbers and dates under which an element is registered, oldest first. */
export async function numbersOf(
  reader: Reader,
  { app, element }: { readonly app: string; readonly element: string },
): Promise<{ readonly number: string; readonly date: string }[]> {
  return reader.rows(sql`
    select r.number, r.registered_on::text as date from registration r
    where r.app = ${app} and r.element = ${element} and r.state = 'registered' order by r.registered_at, r.id`)
}

/** Returns times in the form of a printed page: in a time zone, to the minute. */
export async function printedTimes(
  reader: Reader,
  times: readonly string[],
  timeZone: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await reader.rows<{ time: string; shown: string }>(sql`
    select t.time, to_char(t.time::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI') as shown
    from unnest(${times}::text[]) t (time)`)
  return new Map(rows.map(({ time, shown }) => [time, shown]))
}
