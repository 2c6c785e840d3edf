import type { Database, Reader } from '../../db/database.ts'
import { Script, sql } from '../../db/sql.ts'

/**
 * Returns whether a database is empty, holds the remains of an interrupted restore, or holds other data. `found` is
 * one of its tables or views.
 */
export async function stateOf(reader: Reader): Promise<{ state: 'empty' | 'interrupted' | 'used'; found: string }> {
  const row = await reader.row<{ marked: boolean; found: string | null }>(sql`
    select to_regclass('public.restoring') is not null as marked,
      (select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where (n.nspname in ('public', 'bi', 'pgboss', 'fields')) and c.relkind in ('r', 'p', 'v', 'm')
         and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
       order by c.relname <> 'migration', 1 limit 1) as found`)
  const found = row!.found ?? ''
  return { state: row!.marked ? 'interrupted' : found === '' ? 'empty' : 'used', found }
}

/** Removes the remains of an interrupted restore, except for its mark. Extensions stay. */
export async function removeRemains({ single, reader }: Pick<Database, 'single' | 'reader'>): Promise<void> {
  const remains = await reader.rows<{ text: string }>(sql`
    select text from (
      select 1 as turn, format('drop schema if exists %I cascade', nspname) as text from pg_namespace where nspname in ('bi', 'pgboss', 'fields')
      union all
      select 2, format('drop table if exists %s cascade', c.oid::regclass) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'restoring' and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
      union all
      select 3, format('drop sequence if exists %s cascade', c.oid::regclass) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
        and not exists (select from pg_depend e where e.objid = c.oid and e.deptype in ('e', 'i', 'a'))
      union all
      select 4, format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
      union all
      select 5, format('drop text search configuration if exists %I cascade', cfgname) from pg_ts_config
      where cfgnamespace = 'public'::regnamespace
      union all
      select 6, format('drop text search dictionary if exists %I cascade', dictname) from pg_ts_dict
      where dictnamespace = 'public'::regnamespace
    ) remains order by turn, text`)
  for (const { text } of remains) await single.rows(new Script(text))
}
