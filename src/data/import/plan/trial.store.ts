import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { Import } from '../imports.store.ts'
import type { Standing } from './decide.ts'

export interface TrialEntry {
  readonly key: string
  readonly value: string
  readonly element: string
  readonly standing: Standing
}

/** Returns the states of elements that earlier rows of a dry run would have written under these keys. */
export async function trialEntries(
  reader: Reader,
  { app, id }: Import,
  keys: readonly { key: string; value: string }[],
): Promise<TrialEntry[]> {
  const rows = await reader.rows<{ key: string; value: string; element: string; state: string }>(sql`
    select t.key, t.value, t.element::text, t.state
    from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ value }) => value)}::text[]) as w(key, value)
    join import_trial t on t.app = ${app} and t.import = ${id} and t.key = w.key and t.value = w.value`)
  return rows.map(({ state, ...entry }) => ({ ...entry, standing: JSON.parse(state) }))
}

/** Stores the results of rows of a dry run. An entry replaces an earlier one with the same key and value. */
export async function keepTrialEntries(tx: Tx, { app, id }: Import, entries: readonly TrialEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.rows(sql`
    insert into import_trial (app, import, key, value, element, state)
    select ${app}, ${id}, w.* from unnest(${entries.map(({ key }) => key)}::text[],
      ${entries.map(({ value }) => value)}::text[], ${entries.map(({ element }) => element)}::uuid[],
      ${entries.map(({ standing }) => JSON.stringify(standing))}::jsonb[]) w
    on conflict (app, import, key, value) do update set element = excluded.element, state = excluded.state`)
}
