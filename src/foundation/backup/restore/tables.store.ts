import type { Reader, Tx } from '../../db/database.ts'
import { id, join, Script, type Sql, sql } from '../../db/sql.ts'
import type { Table } from '../tables.ts'

/** A foreign key, with the SQL that creates it. */
export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Returns the foreign keys of the platform's own tables. */
export function foreignKeysOf(reader: Reader): Promise<ForeignKey[]> {
  return reader.rows<ForeignKey>(sql`
    select c.oid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and n.nspname = 'public' order by 1, 2`)
}

export async function dropForeignKeys(tx: Tx, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of keys) await tx.rows(new Script(`alter table ${table} drop constraint ${name}`))
}

export async function addForeignKeys(tx: Tx, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await tx.rows(new Script(`alter table ${table} add constraint ${name} ${definition}`))
}

/** Switches all triggers of the platform's own tables off or on. */
export async function switchTriggers(tx: Tx, to: 'disable' | 'enable'): Promise<void> {
  const tables = await tx.rows<{ name: string }>(sql`
    select distinct t.tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where not t.tgisinternal and n.nspname = 'public'`)
  for (const { name } of tables) await tx.rows(new Script(`alter table ${name} ${to} trigger user`))
}

/** Returns the triggers that are not enabled in the usual way, as `trigger on table`. */
export async function silentTriggers(reader: Reader): Promise<string[]> {
  const rows = await reader.rows<{ name: string }>(sql`
    select t.tgname || ' on ' || t.tgrelid::regclass as name from pg_trigger t
    where not t.tgisinternal and t.tgenabled <> 'O' order by 1`)
  return rows.map(({ name }) => name)
}

/**
 * Removes the rows that the migrations have written. Tables without rows are left alone: the owner of the database has no
 * right to truncate the tables of the audit log, which are empty.
 */
export async function emptyTables(tx: Tx, tables: readonly Table[]): Promise<void> {
  const name = ({ schema, name }: Table): Sql => sql`${id(schema)}.${id(name)}`
  const tests = tables.map((table, at) => sql`select ${at}::int as at where exists (select from ${name(table)})`)
  const filled = await tx.rows<{ at: number }>(join(tests, sql` union all `))
  if (filled.length > 0) await tx.rows(sql`truncate ${join(filled.map(({ at }) => name(tables[at]!)))} cascade`)
}

/** Sets a sequence of the platform to the next value of the original database; ignores other names. */
export async function setSequence(
  tx: Tx,
  { name, value, isCalled }: { name: string; value: string; isCalled: boolean },
): Promise<void> {
  await tx.rows(sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, ${value}::bigint, ${isCalled})
    from pg_sequences where schemaname = 'public' and schemaname || '.' || sequencename = ${name}`)
}
