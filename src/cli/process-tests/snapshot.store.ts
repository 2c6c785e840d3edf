import type { Database } from '../../foundation/db/database.ts'
import { id, join, literal, Script, type Sql, sql, toStatement } from '../../foundation/db/sql.ts'

interface Table {
  readonly schema: string
  readonly name: string
  readonly columns: string
}

const copies = 'test_snapshot'

/**
 * Copies all rows of a database. Returns a function that restores them, so that each test of a process begins with the
 * deployed solution. Tables that are created later stay as they are.
 */
export async function takeSnapshot({ single }: Database): Promise<() => Promise<void>> {
  const tables = await single.rows<Table>(sql`
    select n.nspname as schema, c.relname as name,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
    order by 1, 2`)
  const filled = await withRows(single, tables)
  const copyOf = new Map(tables.map((table, index) => [table, sql`${id(copies)}.${id(`t${index}`)}`]))
  await run(single, [
    sql`create schema ${id(copies)}`,
    ...filled.map((table) => sql`create table ${copyOf.get(table)!} as table ${nameOf(table)}`),
  ])
  const sequences = await single.rows<{ name: string; value: string | null }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences`)
  return async () => {
    const changed = await withRows(single, tables)
    await run(single, [
      // Triggers guard the audit log against changes.
      sql`set local session_replication_role = replica`,
      ...changed.map((table) => sql`delete from ${nameOf(table)}`),
      ...filled.map((table) => {
        const columns = new Script(table.columns)
        return sql`insert into ${nameOf(table)} (${columns}) overriding system value select ${columns} from ${copyOf.get(table)!}`
      }),
      ...sequences.map(({ name, value }) =>
        value === null
          ? sql`select setval(${literal(name)}, 1, false)`
          : sql`select setval(${literal(name)}, ${literal(value)})`,
      ),
    ])
  }
}

const nameOf = ({ schema, name }: Table): Sql => sql`${id(schema)}.${id(name)}`

async function withRows(single: Database['single'], tables: readonly Table[]): Promise<Table[]> {
  const tests = tables.map(
    (table, index) => sql`select ${literal(String(index))} as at where exists (select from ${nameOf(table)})`,
  )
  const rows = await single.rows<{ at: string }>(join(tests, sql` union all `))
  return rows.map(({ at }) => tables[Number(at)]!)
}

async function run(single: Database['single'], statements: readonly Sql[]): Promise<void> {
  const texts = statements.map((statement) => toStatement(statement).text)
  await single.rows(new Script(['begin', ...texts, 'commit'].join(';\n')))
}
