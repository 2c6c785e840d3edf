import type { Database, Reader } from './database.ts'
import { type Sql, sql } from './sql.ts'

/**
 * Returns the tables, columns, constraints, indexes, views, functions and triggers of the database as text in a stable
 * order, so that reviews show changes of the schema. The text is not meant to be executed, and leaves out objects of
 * extensions.
 */
export async function dumpSchema({ reader }: Database): Promise<string> {
  const [constraints, indexes] = [await constraintsByTable(reader), await indexesByTable(reader)]
  const tables = (await tablesOf(reader)).map((table) => {
    const lines = [table.columns, ...(constraints.get(table.name) ?? [])].join(',\n')
    const after = (indexes.get(table.name) ?? []).map((line) => `\n${line};`).join('')
    const form = table.part ? table.kind : `(\n${lines}\n) ${table.kind}`.trimEnd()
    return `create table ${table.name} ${form};${after}\n`
  })
  const others = await viewsFunctionsAndTriggers(reader)
  return [...tables, ...others.map(({ text }) => `${text.trim()}\n`).sort()].join('\n')
}

/**
 * Condition that leaves out objects of the system and of extensions. Needs the object's row as `c` and its namespace as
 * `n`.
 */
const ours = sql`n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg_temp%'
      and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')`

interface Table {
  readonly name: string
  /** SQL that follows the column list: partitioning and storage parameters. */
  readonly kind: string
  /** Whether the table is a partition, which has the columns of its parent table. */
  readonly part: boolean
  readonly columns: string
}

function tablesOf(reader: Reader): Promise<Table[]> {
  return reader.rows<Table>(sql`
    select n.nspname || '.' || c.relname as name,
           concat_ws(' ',
             (select 'partition of ' || i.inhparent::regclass || ' ' || pg_get_expr(c.relpartbound, c.oid)
              from pg_inherits i where i.inhrelid = c.oid and c.relispartition),
             'partition by ' || pg_get_partkeydef(c.oid),
             'with (' || array_to_string(c.reloptions, ', ') || ')') as kind,
           c.relispartition as part,
           string_agg(format('  %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
             case when a.attcollation not in (0, t.typcollation)
                  then (select ' collate ' || quote_ident(k.collname) from pg_collation k where k.oid = a.attcollation)
                  else '' end,
             case when a.attnotnull then ' not null' else '' end,
             case when a.attidentity <> '' then ' generated as identity'
                  when a.attgenerated <> '' then format(' generated as (%s)', pg_get_expr(d.adbin, d.adrelid))
                  when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end),
             E',\n' order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and ${ours}
    group by c.oid, n.nspname, c.relname order by n.nspname collate "C", c.relname collate "C"`)
}

function constraintsByTable(reader: Reader): Promise<Map<string, string[]>> {
  return linesByTable(
    reader,
    sql`
    select n.nspname || '.' || c.relname as name,
           format('  constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) as line
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where k.contype <> 'n' and k.conparentid = 0 and ${ours} order by k.contype, k.conname collate "C"`,
  )
}

function indexesByTable(reader: Reader): Promise<Map<string, string[]>> {
  return linesByTable(
    reader,
    sql`
    select n.nspname || '.' || c.relname as name, pg_get_indexdef(i.indexrelid) as line
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_class x on x.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where not x.relispartition and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      and c.relkind in ('r', 'p', 'm') and ${ours} order by x.relname collate "C"`,
  )
}

function viewsFunctionsAndTriggers(reader: Reader): Promise<{ text: string }[]> {
  return reader.rows<{ text: string }>(sql`
    select format(E'create view %I.%I as\n%s', n.nspname, c.relname, pg_get_viewdef(c.oid, true)) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and ${ours}
    union all
    select pg_get_functiondef(c.oid) from pg_proc c join pg_namespace n on n.oid = c.pronamespace
    where c.prokind in ('f', 'p') and ${ours}
    union all
    select pg_get_triggerdef(t.oid) || ';' from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and ${ours}`)
}

async function linesByTable(reader: Reader, statement: Sql): Promise<Map<string, string[]>> {
  const byTable = new Map<string, string[]>()
  for (const { name, line } of await reader.rows<{ name: string; line: string }>(statement)) {
    const lines = byTable.get(name)
    if (lines === undefined) byTable.set(name, [line])
    else lines.push(line)
  }
  return byTable
}
