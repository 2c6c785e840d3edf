import type { Database } from '../../src/foundation/db/database.ts'
import { Script, sql } from '../../src/foundation/db/sql.ts'
import { newId } from '../../src/foundation/kit/ids.ts'

// The design that an advance is measured against: the state, the waits and the history of an instance, written by one
// statement for each advance, with nothing else.

const events = JSON.stringify([{ type: 'completed', element: 'a' }])
const state = JSON.stringify({ tokens: [[0, 1]] })

export async function prepareBare(database: Database): Promise<void> {
  await database.single.rows(
    new Script(`create table if not exists bare_instance (id uuid primary key, rev bigint not null, state jsonb,
        vars jsonb, updated timestamptz) with (fillfactor = 70);
      create table if not exists bare_wait (inst uuid, tok uuid, element text, primary key (inst, tok));
      create table if not exists bare_history (inst uuid, rev bigint, events jsonb, primary key (inst, rev))`),
  )
}

/** Starts an instance and completes five tasks: one insert, then one compare-and-set for each task. */
export async function bareTasks({ single }: Database): Promise<void> {
  const id = newId()
  let token = newId()
  await single.rows(sql`
    with u as (insert into bare_instance values (${id}, 1, ${state}::jsonb, '{}', now()) returning id),
      w as (insert into bare_wait select u.id, ${token}, 'a' from u),
      h as (insert into bare_history select u.id, 1, ${events}::jsonb from u)
    select count(*) from u`)
  for (let rev = 1; rev <= 5; rev++) {
    const next = newId()
    await single.rows(sql`
      with u as (update bare_instance set rev = rev + 1, state = ${state}::jsonb, vars = '{}', updated = now()
          where id = ${id} and rev = ${rev} returning id),
        d as (delete from bare_wait using u where inst = u.id and tok = ${token}),
        w as (insert into bare_wait select u.id, ${next}, 'a' from u where ${rev < 5}::boolean),
        h as (insert into bare_history select u.id, ${rev + 1}, ${events}::jsonb from u)
      select count(*) from u`)
    token = next
  }
}

/** Starts an instance that ends at once. */
export async function bareSteps({ single }: Database): Promise<void> {
  await single.rows(sql`
    with u as (insert into bare_instance values (${newId()}, 1, null, '{}', now()) returning id),
      h as (insert into bare_history select u.id, 1, ${events}::jsonb from u)
    select count(*) from u`)
}

/** Runs `work` `count` times with `callers` concurrent callers; returns the number of runs per second. */
export async function rateOf(work: () => Promise<void>, count: number, callers: number): Promise<number> {
  const beganMs = performance.now()
  let left = count
  const one = async (): Promise<void> => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: callers }, one))
  return (count * 1000) / (performance.now() - beganMs)
}
