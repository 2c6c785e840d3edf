import { moveDatabaseClock } from '../src/foundation/db/clock.store.ts'
import type { Database, Reader, Tx } from '../src/foundation/db/database.ts'
import { id, join, literal, Script, type Sql, sql, toStatement } from '../src/foundation/db/sql.ts'
import { tamper } from './postgres-server.ts'
import { isShared, whenDone } from './sharing.ts'

/** A database with its state before its first test. */
export interface Kept {
  readonly database: Database
  readonly remove: () => Promise<void>
  /** Address on a server; undefined for an embedded database. */
  readonly url?: string | undefined
  readonly objects: string
  /** The greatest object ids of a table or index, and of an extended statistic. */
  readonly last: Last
  readonly seeds: readonly Seed[]
  readonly sequences: string
  /** For each table, the tables whose rows refer to it. */
  readonly referring: ReadonlyMap<string, readonly string[]>
}

/** A database that was just opened. */
export type Opened = Pick<Kept, 'database' | 'remove' | 'url'>

interface Last {
  readonly object: number
  readonly statistic: number
}

/** A table with rows before the first test. */
interface Seed {
  readonly name: string
  readonly rows: string
}

/** The closed databases that can be used again, by the state in which they began. */
const kept = new Map<unknown, Kept[]>()
const maxKept = 2
/** Whether the databases of this process are removed at its end, and whether that has begun. */
let [isWatched, isDone] = [false, false]

/**
 * Opens a database with `open`, or returns one that began in the same `state`, that an earlier test of this process has
 * closed and that was set back. Opening a database takes half a second of CPU time, and setting one back a twentieth of
 * that.
 */
export async function takeDatabase(
  state: unknown,
  open: () => Promise<Opened>,
): Promise<{ readonly database: Database; readonly url?: string | undefined }> {
  if (!isShared()) return closedWithPlace(await open())
  if (!isWatched) whenDone(removeAllKept)
  isWatched = true
  const taken = kept.get(state)?.pop() ?? (await remember(await open()))
  let isOpen = true
  const assertOpen = (): void => {
    if (!isOpen) throw new Error('the database is closed: the test has closed it')
  }
  const database = {
    ...whileOpen(taken.database, assertOpen),
    async close() {
      if (!isOpen) return
      isOpen = false
      // A database that cannot be set back, such as one that no longer answers, is not used again.
      const alike = (): readonly Kept[] => kept.get(state) ?? []
      const isWanted = (): boolean => !isDone && alike().length < maxKept
      if (isWanted() && (await empty(taken).catch(() => false)) && isWanted()) kept.set(state, [...alike(), taken])
      else await removeKept(taken)
    },
  }
  return { database, url: taken.url }
}

function closedWithPlace({ database, remove, url }: Opened) {
  return { database: { ...database, close: () => database.close().then(remove) }, url }
}

async function removeAllKept(): Promise<void> {
  isDone = true
  await Promise.all([...kept.values()].flat().map(removeKept))
}

async function removeKept({ database, remove }: Kept): Promise<void> {
  await database.close()
  await remove()
}

function whileOpen(database: Database, assertOpen: () => void): Database {
  const readerOf = <R extends Reader>(reader: R): R => ({
    ...reader,
    async rows<T extends object>(statement: Sql) {
      assertOpen()
      return reader.rows<T>(statement)
    },
    async row<T extends object>(statement: Sql) {
      assertOpen()
      return reader.row<T>(statement)
    },
  })
  return {
    ...database,
    reader: readerOf(database.reader),
    single: readerOf<Tx>(database.single),
    async transaction(work) {
      assertOpen()
      return database.transaction(work)
    },
    async outsideTransaction(statement) {
      assertOpen()
      return database.outsideTransaction(statement)
    },
  }
}

/** Records the state of a database before its first test. */
export async function remember(opened: Opened): Promise<Kept> {
  const { reader } = opened.database
  const seeds: Seed[] = []
  for (const name of await tablesWithRows(reader)) seeds.push({ name, rows: await rowsOf(reader, name) })
  const [objects, last, sequences, referring] = [
    await objectsOf(reader),
    await lastOf(reader),
    await sequencesOf(reader),
    await referringOf(reader),
  ]
  return { ...opened, seeds, objects, last, sequences, referring }
}

/**
 * Sets a database back to its rows before the first test, and drops new views, tables, indexes and statistics; an application has some.
 * Returns false when a test has changed anything else, so the database cannot be used again.
 */
export async function empty({ database, objects, last, seeds, sequences, referring }: Kept): Promise<boolean> {
  const { reader, single } = database
  await moveDatabaseClock(single, 0)
  const dropped = await dropAfter(reader, last)
  if (dropped !== '') await tamper(database, dropped)
  if ((await objectsOf(reader)) !== objects) return false
  const changed = new Set(await tablesWithRows(reader))
  for (const { name, rows } of seeds) {
    if ((await rowsOf(reader, name)) === rows) changed.delete(name)
    else changed.add(name)
  }
  // TRUNCATE also empties the tables that refer to an emptied table.
  for (const name of changed) for (const one of referring.get(name) ?? []) changed.add(one)
  const statements = changed.size === 0 ? [] : [textOf(sql`truncate ${join([...changed].map(tableName))} cascade`)]
  for (const { name, rows } of seeds)
    if (changed.has(name)) statements.push(textOf(await insertSql(reader, name, rows)))
  statements.push(sequences)
  await tamper(database, statements.filter(Boolean).join(';\n'))
  // On a server, resetting one of the connections would take its time limits away.
  const reset = database.kind === 'embedded' ? 'reset all; ' : ''
  await single.rows(new Script(`${reset}select pg_advisory_unlock_all()`))
  return true
}

/** Returns the name `schema.table` as SQL. */
const tableName = (name: string): Sql => join(name.split('.').map(id), sql`.`)

async function insertSql(reader: Reader, table: string, rows: string): Promise<Sql> {
  const columns = await reader.rows<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0
      and not attisdropped and attgenerated = ''`)
  const names = join(columns.map(({ name }) => id(name)))
  return sql`insert into ${tableName(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${tableName(table)}, ${literal(rows)}::jsonb)`
}

const textOf = (statement: Sql): string => toStatement(statement).text

/** Returns the tables of the platform and of its job queue that contain rows. */
async function tablesWithRows(reader: Reader): Promise<string[]> {
  const tables = await reader.rows<{ name: string }>(sql`
    select relnamespace::regnamespace || '.' || relname as name from pg_class
    where relnamespace::regnamespace::text in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
    order by relname`)
  const exist = tables.map(
    ({ name }) => sql`select ${literal(name)} as name where exists (select from ${tableName(name)})`,
  )
  return (await reader.rows<{ name: string }>(join(exist, sql` union all `))).map(({ name }) => name)
}

async function rowsOf(reader: Reader, table: string): Promise<string> {
  const row = await reader.row<{ rows: string | null }>(
    sql`select jsonb_agg(to_jsonb(t) order by t::text)::text as rows from ${tableName(table)} t`,
  )
  return row!.rows ?? '[]'
}

/** Returns the statement that sets all sequences to their present values. */
async function sequencesOf(reader: Reader): Promise<string> {
  const row = await reader.row<{ script: string | null }>(sql`
    select string_agg(format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
      coalesce(last_value, start_value), last_value is not null), '; ') as script from pg_sequences`)
  return row?.script ?? ''
}

async function referringOf(reader: Reader): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await reader.rows<{ to: string; from: string[] }>(sql`
    select n.nspname || '.' || c.relname as to, array_agg(distinct fn.nspname || '.' || f.relname) as from
    from pg_constraint k join pg_class c on c.oid = k.confrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    where k.contype = 'f' group by 1`)
  return new Map(rows.map(({ to, from }) => [to, from]))
}

async function lastOf(reader: Reader): Promise<Last> {
  const row = await reader.row<{ object: string; statistic: string }>(sql`
    select max(oid) as object, (select coalesce(max(oid), '0') from pg_statistic_ext) as statistic from pg_class`)
  return { object: Number(row!.object), statistic: Number(row!.statistic) }
}

/** Returns the statements that drop the views, tables, indexes and extended statistics that were made later. */
async function dropAfter(reader: Reader, last: Last): Promise<string> {
  const row = await reader.row<{ script: string | null }>(sql`
    with made as (
      select word, place, c.oid::regclass::text as name
      from pg_class c join (values (1, 'v', 'view'), (2, 'r', 'table'), (2, 'p', 'table'), (3, 'i', 'index'),
        (3, 'I', 'index')) as kind (place, relkind, word) on kind.relkind::"char" = c.relkind
      where c.oid > ${last.object} and c.relnamespace::regnamespace::text !~ '^pg_(toast|temp)'
        and not exists (select from pg_constraint where conindid = c.oid)
      union all
      select 'statistics', 3, stxnamespace::regnamespace || '.' || quote_ident(stxname) from pg_statistic_ext
      where oid > ${last.statistic})
    select string_agg(format('drop %s if exists %s cascade', word, name), '; ' order by place, name) as script
    from made`)
  return row?.script ?? ''
}

/** Returns a text that differs when tables, indexes, functions, triggers, types or settings differ. */
async function objectsOf(reader: Reader): Promise<string> {
  const row = await reader.row<{ objects: string }>(sql`
    select concat_ws(' ',
      (select count(*) || ' ' || max(oid) from pg_class),
      (select count(*) || ' ' || max(oid) || md5(string_agg(prosrc, '' order by oid)) from pg_proc
        where pronamespace <> 'pg_catalog'::regnamespace),
      (select count(*) || ' ' || max(oid) || string_agg(tgenabled::text, '' order by oid) from pg_trigger),
      (select count(*) || ' ' || max(oid) from pg_constraint), (select count(*) || ' ' || max(oid) from pg_type),
      (select count(*) from pg_attribute where not attisdropped), (select count(*) from pg_index where indisvalid),
      (select count(*) from pg_statistic_ext), (select count(*) || ' ' || max(oid) from pg_namespace), (select count(*) from pg_roles),
      (select count(*) from pg_db_role_setting)) as objects`)
  return row!.objects
}
