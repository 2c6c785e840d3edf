import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { id, join, literal, nothing, type Sql, sql } from '../../../foundation/db/sql.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import type { Application } from '../application.ts'
import { copiedColumns, type FieldColumn, fieldColumns } from '../field-columns.ts'
import { withoutBinding } from '../unbound.ts'
import { fieldSchema, fieldTable, fieldTableName } from './field-table.ts'
import { createKeeper, dropWriteFunction, rowOf, setLockTimeout, stopKeeper } from './keeper.store.ts'

/** What the database has of the field tables, by the ids of the applications. */
export interface StoredFieldTable {
  readonly app: string
  /** The names of the filled columns; null until the table is filled for the first time. */
  readonly columns: readonly string[] | null
  /** The names of the columns that are being filled; null when the table is complete. */
  readonly filling: readonly string[] | null
  /** Whether the columns of `filling` already have the values of the first elements. */
  readonly isBegun: boolean
  /** Whether columns that no field has are due to be dropped. */
  readonly isOutdated: boolean
  /** Whether the application was removed so long ago that no node reads the table any more. */
  readonly isUnneeded: boolean
  /** The format in which the columns were last made. */
  readonly format: number
}

/**
 * The format of the columns. Raise it whenever the SQL of a column changes (a test fails then): while two versions of
 * the program share a database, only the newer one builds, and the older one reads the columns that it knows.
 */
export const format = 1

/** Nodes read changed definitions every second; by then, none reads an outdated column. */
const isOutdated = sql`coalesce(outdated_since < platform_now() - interval '1 minute', false)`
const isUnneeded = sql`not exists (select from application a
  where a.id = app and (a.deleted_at is null or a.deleted_at > platform_now() - interval '1 minute'))`

export function storedFieldTables(reader: Reader): Promise<StoredFieldTable[]> {
  return reader.rows<StoredFieldTable>(sql`
    select app, columns, filling, filled_to is not null as "isBegun", ${isOutdated} as "isOutdated",
      ${isUnneeded} as "isUnneeded", format
    from field_table`)
}

/** Returns whether a table is missing, unfinished, outdated or unneeded, and no newer version of the program builds. */
export async function isKeepingDue(reader: Reader, fromElements: number): Promise<boolean> {
  const row = await reader.row<{ due: boolean }>(sql`
    select not exists (select from field_table where format > ${format}::int) and (
      exists (
        select from field_table join application a on a.id = app and a.deleted_at is null
        where filling is not null or format < ${format}::int or ${isOutdated})
      or exists (select from field_table where ${isUnneeded})
      or exists (${large(fromElements)} and not exists (
        select from field_table f where f.app = c.app))) as due`)
  return row!.due
}

/** Returns the ids of the applications with at least so many elements. */
export async function largeApplications(reader: Reader, fromElements: number): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ app: string }>(large(fromElements))
  return new Set(rows.map(({ app }) => app))
}

/** Returns a query for the ids of deployed applications with at least so many elements. */
function large(fromElements: number): Sql {
  return sql`select c.app from element_count c join application a on a.id = c.app and a.deleted_at is null
    group by c.app having sum(c.all_rows) >= ${fromElements}::bigint`
}

/**
 * Creates the table, or adds the columns that it lacks. From the commit on, every write of an element also writes its row
 * of the table. `isNew` means that the table has to be filled from the beginning; it is emptied then. Fails with a lock
 * timeout when the table is the first one and a long transaction writes elements.
 */
export async function prepareTable(
  tx: Tx,
  application: Application,
  { wanted, isNew }: { wanted: readonly FieldColumn[]; isNew: boolean },
): Promise<void> {
  const table = fieldTable(application)
  const inOrder = [...copiedColumns, ...wanted].toSorted((a, b) => a.width - b.width)
  const columns = inOrder.map(({ name, type }) => sql`${id(name)} ${type}`)
  const run = (statement: Sql): Promise<unknown> => tx.rows(withoutBinding(statement))
  await run(setLockTimeout)
  // First, because writers lock the elements before the table.
  await createKeeper(tx, application)
  await run(sql`create table if not exists ${table} (id uuid primary key, ${join(columns)}) with (fillfactor = 90)`)
  const found = await tx.rows<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = to_regclass(${`${fieldSchema}."${fieldTableName(application)}"`}::text) and not attisdropped`)
  // ALTER TABLE waits for lists even if it adds nothing.
  for (const { name, type } of wanted)
    if (!found.some((column) => column.name === name))
      await run(sql`alter table ${table} add column ${id(name)} ${type}`)
  if (isNew) await run(sql`truncate ${table}`)
  // Columns that the function does not write from now on are not filled any more, even if a field has them again later.
  await tx.rows(sql`
    insert into field_table (app, filling, format)
    values (${application.id}, ${wanted.map(({ name }) => name)}, ${format}::int)
    on conflict (app) do update set filling = excluded.filling, filled_to = null, format = excluded.format,
      columns = case when field_table.columns is not null then array(
        select name from unnest(field_table.columns) name where name = any (excluded.filling)) end`)
}

/** Stops the writing of the table of a removed application. When the application comes back, the table is filled anew. */
export async function stopWriting(tx: Tx, app: string): Promise<void> {
  await tx.rows(setLockTimeout)
  const stopped = await tx.rows(sql`
    update field_table set columns = null, filling = array[''], filled_to = null
    where app = ${app} and ${isUnneeded} returning app`)
  if (stopped.length > 0) await stopKeeper(tx, app)
}

/** Drops the table of a removed application, unless the application has come back after `stopWriting`. */
export async function dropTable(tx: Tx, app: string): Promise<void> {
  await tx.rows(setLockTimeout)
  const dropped = await tx.rows(sql`delete from field_table where app = ${app} and ${isUnneeded} returning app`)
  if (dropped.length === 0) return
  // The application may be gone, and the name of a table begins with the application's name.
  const tables = await tx.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = ${fieldSchema}::regnamespace and relkind = 'r' and right(relname, 9) = '_' || left(${app}, 8)
      and not exists (select from application a where a.id <> ${app}::uuid and left(a.id::text, 8) = left(${app}, 8))`)
  for (const { name } of tables) await tx.rows(sql`drop table ${id(fieldSchema)}.${id(name)}`)
  await tx.rows(dropWriteFunction(app))
}

/**
 * Writes the next elements into the table, in the order of their ids. Returns their number; 0 when the table is
 * filled. `added` are the codes of the fields whose columns were added to a filled table; undefined for a table that has
 * never been filled. Fails with a lock timeout when a long transaction has changed one of the elements.
 */
export async function fillNext(
  tx: Tx,
  application: Application,
  added: readonly string[] | undefined,
  count: number,
): Promise<number> {
  await tx.rows(setLockTimeout)
  const table = fieldTable(application)
  const { names, values } = rowOf(application, sql`e`, sql`e.body`)
  const app = sql`${literal(application.id)}::uuid`
  // The elements of a new table are locked against deletions, because the trigger of a deletion does not find a row that
  // is not committed.
  const batch = sql`select e.* from element e where e.app = ${app}
    and e.id > coalesce((select filled_to from field_table where app = ${app}), ${literal(nilId)}::uuid)
    order by e.id limit ${literal(String(count))}::int ${added === undefined ? sql`for key share` : nothing}`
  // A new row is written by whoever comes first: the trigger of a change, whose values are newer, wins.
  const put =
    added === undefined
      ? sql`do nothing`
      : sql`do update set (${join(names)}) = row(${join(names.map((name) => sql`excluded.${name}`))})`
  const row = await tx.row<{ count: number }>(
    withoutBinding(sql`
      with batch as materialized (${batch}), put as (
        insert into ${table} (id, ${join(names)}) select e.id, ${join(values)}
        from (${added === undefined ? sql`select * from batch` : changed(application, added)}) e on conflict (id) ${put}
      ), place as (
        update field_table set filled_to = (select id from batch order by id desc limit 1)
        where app = ${app} and exists (select from batch)
      )
      select count(*)::int as count from batch`),
  )
  return row!.count
}

/**
 * Returns a query for those elements of the batch that have a value of an added column, or had one when a field had the
 * column before. They are locked: a change must not be overwritten by the values before it.
 */
function changed(application: Application, added: readonly string[]): Sql {
  const columns = fieldColumns(application)
  const codes = sql`array[${join(added.map(literal))}]::text[]`
  const before = added.map((code) => sql`f.${id(columns.get(code)!.name)}`)
  return sql`select e.* from batch b join element e on e.app = b.app and e.id = b.id
    left join ${fieldTable(application)} f on f.id = b.id
    where e.body ?| ${codes} or f.id is null or num_nonnulls(${join(before)}) > 0
    for no key update of e`
}

/** Marks the columns of the table as filled. Columns that no field has are dropped later. */
export async function markFilled(tx: Tx, application: Application): Promise<void> {
  const names = [...fieldColumns(application).values()].map(({ name }) => name)
  const since = sql`case when exists (${outdatedColumns(application)}) then platform_now() end`
  await tx.rows(sql`
    update field_table set columns = ${names}, filling = null, filled_to = null, outdated_since = ${since},
      format = ${format}::int
    where app = ${application.id}`)
}

/** Drops the columns that no field of the application has any more. */
export async function dropOutdated(tx: Tx, application: Application): Promise<void> {
  await tx.rows(setLockTimeout)
  const names = await tx.rows<{ name: string }>(outdatedColumns(application))
  const drops = names.map(({ name }) => sql`drop column ${id(name)}`)
  if (drops.length > 0) await tx.rows(sql`alter table ${fieldTable(application)} ${join(drops)}`)
  await tx.rows(sql`update field_table set outdated_since = null where app = ${application.id}`)
}

function outdatedColumns(application: Application): Sql {
  const copied = ['id', ...copiedColumns.map(({ name }) => name)]
  const needed = [...copied, ...[...fieldColumns(application).values()].map(({ name }) => name)]
  return sql`select a.attname::text as name from pg_attribute a
    where a.attrelid = to_regclass(${`${fieldSchema}."${fieldTableName(application)}"`}::text) and a.attnum > 0
      and not a.attisdropped and not (a.attname = any (${needed}::text[]))`
}

/** Returns the statement that refreshes the planner's statistics of the table. */
export function analyzed(application: Application): Sql {
  return sql`analyze ${fieldTable(application)}`
}

/** The ids after `after`, up to `upTo`; all greater ids when `upTo` is undefined. */
export interface IdRange {
  readonly after: string
  readonly upTo?: string | undefined
}

/**
 * Returns the ids of elements whose row in the field table is missing or differs from the element, and of rows without
 * an element. Such rows are faults, or were changed by hand.
 */
export async function wrongRows(reader: Reader, application: Application, range: IdRange): Promise<string[]> {
  const { names, values } = rowOf(application, sql`e`, sql`e.body`)
  const within = (row: Sql): Sql => {
    const end = range.upTo === undefined ? nothing : sql` and ${row}.id <= ${range.upTo}::uuid`
    return sql`${row}.id > ${range.after}::uuid${end}`
  }
  const wanted = join(values.map((value, place) => sql`${value} as ${names[place]}`))
  const rows = await reader.rows<{ id: string }>(
    withoutBinding(sql`
      select coalesce(f.id, w.id)::text as id
      from (select t.id, ${join(names)} from ${fieldTable(application)} t where ${within(sql`t`)}) f
      full join (
        select e.id, ${wanted} from element e where e.app = ${literal(application.id)}::uuid and ${within(sql`e`)}
      ) w on w.id = f.id
      where to_jsonb(f) is distinct from to_jsonb(w) order by 1`),
  )
  return rows.map(({ id: wrong }) => wrong)
}
