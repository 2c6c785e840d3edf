import { rowDigest } from '../../../foundation/audit/index.ts'
import type { Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../../applications/application.ts'
import { keysOf } from './affected.store.ts'

/** Inserts the rows of a unique key for all live elements. The elements must not share values of the key. */
export async function fillKey(tx: Tx, application: Application, key: readonly string[]): Promise<void> {
  await tx.rows(sql`
    insert into element_key (app, key, value, id)
    select e.app, k.key, k.value, e.id from element e cross join lateral ${keysOf(application, key)} as k(key, value)
    where e.app = ${application.id} and e.deleted_at is null and k.value is not null`)
}

export async function clearKey(tx: Tx, app: string, key: readonly string[]): Promise<void> {
  await tx.rows(sql`delete from element_key where app = ${app} and key = ${key.join(',')}`)
}

/**
 * Creates the counter of numbers and the counter of elements of a new application. The counter of elements has
 * sixteen slots, so that concurrent writers rarely wait for each other.
 */
export async function openCounters(tx: Tx, app: string): Promise<void> {
  await tx.rows(
    sql`insert into element_count (app, slot) select ${app}::uuid, generate_series(0, 15) on conflict do nothing`,
  )
  await tx.rows(sql`insert into element_index (app, next) values (${app}, 1) on conflict do nothing`)
}

/** Invalidates the cached counts of filtered lists; moving values counts as a write. */
export async function countWrite(tx: Tx, app: string): Promise<void> {
  await tx.rows(sql`update element_count set writes = writes + 1 where app = ${app} and slot = 0`)
}

/** The reason for changing values without a revision. */
type ProofCause = 'apply' | 'purge'

interface SilentChange {
  readonly app: string
  readonly cause: ProofCause
  /** The condition that selects the elements; their alias is `e`. */
  readonly where: Sql
  /** The new `body` of an element `e`. */
  readonly body: Sql
}

/**
 * Changes values without a revision. Digests of the rows before and after are stored as proof, together with the audit
 * entry of the transaction.
 */
async function changeSilently(tx: Tx, { app, cause, where, body }: SilentChange): Promise<void> {
  await tx.rows(sql`
    with old as materialized (
      select e.id, ${rowDigest(sql`e`)} as digest from element e where e.app = ${app} and ${where} for update
    ), changed as (
      update element e set body = ${body} from old where e.app = ${app} and e.id = old.id
      returning e.app, e.id, e.rev, old.digest as before, ${rowDigest(sql`e`)} as after
    )
    insert into element_proof (app, id, rev, cause, digest_before, digest_after)
    select app, id, rev, ${cause}, before, after from changed`)
}

/** Moves the values of a field to another key of `body`, overwriting values under that key. */
export async function moveValues(tx: Tx, app: string, from: string, to: string): Promise<void> {
  const body = sql`(e.body - ${from}::text) || jsonb_build_object(${to}::text, e.body -> ${from}::text)`
  await changeSilently(tx, { app, cause: 'apply', where: sql`e.body ? ${from}::text`, body })
}

/** Deletes the values of a removed field for good. */
export async function deleteValues(tx: Tx, app: string, key: string): Promise<void> {
  const where = sql`e.body ? ${key}::text`
  await changeSilently(tx, { app, cause: 'purge', where, body: sql`e.body - ${key}::text` })
}

/** Copies whole tables to the key `keptAs`, then removes columns from their rows. */
export async function stripColumns(
  tx: Tx,
  app: string,
  { field, columns, keptAs }: { field: string; columns: readonly string[]; keptAs: string },
): Promise<void> {
  const where = sql`jsonb_typeof(e.body -> ${field}::text -> 'rows') = 'array'`
  const body = sql`jsonb_set(e.body || jsonb_build_object(${keptAs}::text, e.body -> ${field}::text),
      array[${field}::text, 'rows'],
      (select coalesce(jsonb_agg(r.value - ${columns}::text[] order by r.place), '[]')
        from jsonb_array_elements(e.body -> ${field}::text -> 'rows') with ordinality r(value, place)))`
  await changeSilently(tx, { app, cause: 'apply', where, body })
}

/** Writes the new names of category values into the elements that hold these values. */
export async function renameValues(
  tx: Tx,
  app: string,
  field: string,
  names: Readonly<Record<string, string>>,
): Promise<void> {
  const map = JSON.stringify(names)
  const where = sql`jsonb_typeof(e.body -> ${field}::text) = 'array' and exists (
      select from jsonb_array_elements(e.body -> ${field}::text) v where ${map}::jsonb ? (v.value ->> 'code'))`
  const body = sql`jsonb_set(e.body, array[${field}::text],
      (select jsonb_agg(case when ${map}::jsonb ? (v.value ->> 'code')
          then v.value || jsonb_build_object('name', ${map}::jsonb -> (v.value ->> 'code')) else v.value end order by v.place)
        from jsonb_array_elements(e.body -> ${field}::text) with ordinality v(value, place)))`
  await changeSilently(tx, { app, cause: 'apply', where, body })
}
