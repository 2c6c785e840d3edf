import type { Database, Reader, Tx } from '../src/foundation/db/database.ts'
import { id, join, literal, Script, type Sql, sql, toStatement } from '../src/foundation/db/sql.ts'
import { tamper } from './postgres-server.ts'
import { isShared, whenDone } from './sharing.ts'

/** A database with its state before its first test. */
export interface Kept {
  readonly database: Database
  readonly remove: () => Promise<void>
  readonly objects: string
  readonly seeds: readonly Seed[]
}

/** A table that contains rows after the migrations. */
interface Seed {
  readonly name: string
  readonly rows: string
}

const kept: Kept[] = []
const maxKept = 2

/**
 * Opens a database with `open`, or returns one that an earlier test of this process has closed and that was emptied.
 * Opening a database takes half a second of CPU time, and emptying one a twentieth of that.
 */
export async function takeDatabase(open: () => Promise<Omit<Kept, 'objects' | 'seeds'>>): Promise<Database> {
  if (!isShared()) return closedWithPlace(await open())
  const taken = kept.pop() ?? (await remember(await open()))
  let isOpen = true
  const assertOpen = (): void => {
    if (!isOpen) throw new Error('the database is closed: the test has closed it')
  }
  return {
    ...whileOpen(taken.database, assertOpen),
    async close() {
      if (!isOpen) return
      isOpen = false
      // A database that cannot be emptied, such as one that no longer answers, is not used again.
      if (kept.length < maxKept && (await empty(taken).catch(() => false))) keep(taken)
      else await removeKept(taken)
    },
  }
}

function closedWithPlace({ database, remove }: Omit<Kept, 'objects' | 'seeds'>): Database {
  return { ...database, close: () => database.close().then(remove) }
}

function keep(one: Kept): void {
  if (kept.length === 0) whenDone(async () => void (await Promise.all(kept.splice(0).map(removeKept))))
  kept.push(one)
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
export async function remember(opened: Omit<Kept, 'objects' | 'seeds'>): Promise<Kept> {
  const { reader } = opened.database
  const seeds: Seed[] = []
  for (const name of await tablesWithRows(reader)) seeds.push({ name, rows: await rowsOf(reader, name) })
  return { ...opened, seeds, objects: await objectsOf(reader) }
}

/** Empties a database. Returns false when a test has changed more than rows, so the database cannot be used again. */
export async function empty({ database, objects, seeds }: Kept): Promise<boolean> {
  const { reader, single } = database
  if ((await objectsOf(reader)) !== objects) return false
  const emptied = await tablesWithRows(reader)
  const current = await Promise.all(seeds.map(({ name }) => rowsOf(reader, name)))
  const isSame = seeds.every(({ rows }, index) => rows === current[index])
  const names = isSame ? emptied.filter((name) => !seeds.some((seed) => seed.name === name)) : emptied
  const statements = names.length === 0 ? [] : [textOf(sql`truncate ${join(names.map(id))} restart identity cascade`)]
  if (!isSame) for (const { name, rows } of seeds) statements.push(textOf(await insertSql(reader, name, rows)))
  if (statements.length > 0) await tamper(database, statements.join(';\n'))
  await single.rows(new Script('reset all; select pg_advisory_unlock_all()'))
  return true
}

async function insertSql(reader: Reader, table: string, rows: string): Promise<Sql> {
  const columns = await reader.rows<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0
      and not attisdropped and attgenerated = ''`)
  const names = join(columns.map(({ name }) => id(name)))
  return sql`insert into ${id(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${id(table)}, ${literal(rows)}::jsonb)`
}

const textOf = (statement: Sql): string => toStatement(statement).text

async function tablesWithRows(reader: Reader): Promise<string[]> {
  const tables = await reader.rows<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition order by relname`)
  const exist = tables.map(({ name }) => sql`select ${literal(name)} as name where exists (select from ${id(name)})`)
  return (await reader.rows<{ name: string }>(join(exist, sql` union all `))).map(({ name }) => name)
}

async function rowsOf(reader: Reader, table: string): Promise<string> {
  const row = await reader.row<{ rows: string }>(
    sql`select jsonb_agg(to_jsonb(t) order by t::text)::text as rows from ${id(table)} t`,
  )
  return row!.rows
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
      (select count(*) || ' ' || max(oid) from pg_namespace), (select count(*) from pg_roles),
      (select count(*) from pg_db_role_setting)) as objects`)
  return row!.objects
}
