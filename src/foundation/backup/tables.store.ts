import type { Reader } from '../db/database.ts'
import { id, join, Sql, sql } from '../db/sql.ts'
import { leftOut, queueTables, type Table, titleOf } from './tables.ts'

/** Returns the tables whose rows are archived. A table with partitions is one table. */
export async function archivedTables(reader: Reader): Promise<Table[]> {
  const rows = await reader.rows<Omit<Table, 'columns'> & { columns: string }>(sql`
    select n.nspname as schema, c.relname as name,
      (select (pg_table_size(c.oid) + coalesce(sum(pg_table_size(t.relid)), 0))::float8
       from pg_partition_tree(c.oid) t where t.isleaf) as bytes,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
         order by a.attnum)
       from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '')
      as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
    order by n.nspname desc, c.relname collate "C"`)
  const tables = rows.map((row) => ({ ...row, columns: JSON.parse(row.columns) as Table['columns'] }))
  return [
    ...tables.filter((table) => table.schema === 'public' && !(titleOf(table) in leftOut)),
    ...queueTables.flatMap((name) => tables.filter((table) => titleOf(table) === name)),
  ]
}

/** SQL of a table's rows, each as a JSON array of texts; null stays null. Equal rows give equal texts everywhere. */
export function linesOf({ schema, name, columns }: Table): Sql {
  const texts = columns.map((column) => sql`${id(column.name)}::text`)
  return sql`select json_build_array(${join(texts)})::text as line from ${id(schema)}.${id(name)}`
}

/** SQL of the number of rows of a table and their digest, as in the manifest. */
export function digestOf(table: Table): Sql {
  return sql`
    select count(*)::float8 as rows, coalesce(sum(('x' || left(encode(sha256(convert_to(line, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text as digest
    from (${linesOf(table)}) all_lines`
}

/** SQL that inserts lines, given as a JSON array of arrays of texts. `at` is the index of a column in a line. */
export function insertLines(
  { schema, name }: Table,
  columns: readonly { readonly name: string; readonly type: string; readonly at: number }[],
  array: string,
): Sql {
  const values = columns.map(({ type, at }) => sql`(line ->> ${new Sql([String(at)], [])})::${new Sql([type], [])}`)
  return sql`
    insert into ${id(schema)}.${id(name)} (${join(columns.map((column) => id(column.name)))}) overriding system value
    select ${join(values)} from jsonb_array_elements(${array}::jsonb) line`
}

/** Returns the state of the sequences. */
export function sequencesOf(reader: Reader): Promise<{ name: string; value: string; isCalled: boolean }[]> {
  return reader.rows(sql`
    select schemaname || '.' || sequencename as name, coalesce(last_value, start_value)::text as value,
      last_value is not null as "isCalled"
    from pg_sequences where schemaname = 'public' order by 1`)
}

/**
 * Returns the views of the schema for SQL tools, in the order of their creation, so that each comes after its tables.
 */
export function viewsOf(reader: Reader): Promise<{ name: string; query: string }[]> {
  return reader.rows(sql`
    select c.relname as name, pg_get_viewdef(c.oid) as query
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'bi' and c.relkind = 'v' order by c.oid`)
}

/** Returns the migrations that were applied, in their order. */
export function migrationsOf(reader: Reader): Promise<{ name: string; sha256: string }[]> {
  return reader.rows(sql`select name, sha256 from migration order by name collate "C"`)
}
