import type { Reader, Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'

/** The primary key of a value. `code` is empty for values of the system, a namespace or a module. */
export interface ValueAddress {
  readonly namespace: string
  readonly code: string
  readonly key: string
}

/** What the audit log records about a value, in place of the value itself. */
export type ValueSummary = {
  readonly version: number
  readonly bytes: number
}

/** Returns a value as JSON text; undefined when nothing is stored. */
export async function readValue(reader: Reader, { namespace, code, key }: ValueAddress): Promise<string | undefined> {
  const row = await reader.row<{ text: string }>(sql`
    select to_json(data)::text as text from storage_value
    where namespace = ${namespace} and code = ${code} and key = ${key}`)
  return row?.text
}

/** Locks a value until the transaction ends and returns its summary; undefined when nothing is stored. */
export async function lockValue(tx: Tx, { namespace, code, key }: ValueAddress): Promise<ValueSummary | undefined> {
  return tx.row<ValueSummary>(sql`
    select version, octet_length(data) as bytes from storage_value
    where namespace = ${namespace} and code = ${code} and key = ${key} for update`)
}

/** Stores a value and returns its summary; undefined when the same value was already stored. */
export async function putValue(
  tx: Tx,
  { namespace, code, key }: ValueAddress,
  { data, by, at }: { readonly data: string; readonly by: string; readonly at: Date },
): Promise<ValueSummary | undefined> {
  return tx.row<ValueSummary>(sql`
    insert into storage_value as stored (namespace, code, key, data, updated_at, updated_by)
    values (${namespace}, ${code}, ${key}, ${data}, ${at}, ${by})
    on conflict (namespace, code, key) do update set data = excluded.data, version = stored.version + 1,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by
    where stored.data <> excluded.data
    returning version, octet_length(data) as bytes`)
}

/** Deletes a value and returns its summary; undefined when nothing was stored. */
export async function deleteValue(tx: Tx, { namespace, code, key }: ValueAddress): Promise<ValueSummary | undefined> {
  return tx.row<ValueSummary>(sql`
    delete from storage_value where namespace = ${namespace} and code = ${code} and key = ${key}
    returning version, octet_length(data) as bytes`)
}
