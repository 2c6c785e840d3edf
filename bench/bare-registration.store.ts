import type { Database, Reader } from '../src/foundation/db/database.ts'
import { Script, sql } from '../src/foundation/db/sql.ts'
import { newId } from '../src/foundation/kit/ids.ts'

/** Creates the tables of the bare statement, and returns the id of its counter. */
export async function prepareBare(database: Database, id: string): Promise<string> {
  await database.single.rows(
    new Script(`create table if not exists bare_counter (id uuid primary key, last bigint not null);
      create table if not exists bare_registration (id uuid primary key, counter uuid not null, number text not null,
        element uuid not null, at timestamptz not null, unique (counter, number))`),
  )
  await database.single.rows(sql`insert into bare_counter values (${id}, 0)`)
  return id
}

/**
 * Takes a number from the counter, inserts the registration and changes the element, in one statement that is its own
 * transaction.
 */
export async function bareRegistration(database: Database, counter: string, element: string): Promise<void> {
  await database.single.rows(sql`
    with c as (update bare_counter set last = last + 1 where id = ${counter} returning id, last),
      r as (insert into bare_registration select ${newId()}, c.id, c.last::text, ${element}, now() from c returning element)
    update element e set rev = e.rev + 1, updated_at = now() from r where e.id = r.element and e.app in
      (select a.id from application a where a.namespace = 'letterbox' and a.code = 'plain')`)
}

/** Returns how many numbers a case has, and the last value of its counter. */
export async function numbersOf(reader: Reader, caseId: string): Promise<{ count: number; last: number }> {
  const row = await reader.row<{ count: number; last: number }>(sql`
    select count(distinct number)::int as count, max(seq)::int as last from registration where case_id = ${caseId}`)
  return row!
}
