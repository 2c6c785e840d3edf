import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { id, join, literal, nothing, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../application.ts'
import { copiedColumns, fieldColumns } from '../field-columns.ts'
import { withoutBinding } from '../unbound.ts'
import { fieldSchema, fieldTable } from './field-table.ts'

/**
 * The name of the trigger on the elements, and of its function. PostgreSQL evaluates each trigger of a table for every
 * statement, so one trigger serves all field tables; its function calls the function of the element's application.
 */
const keeper = 'keep_field_tables'
/** The name of the function of an application begins with it and ends with the id. */
const prefix = 'write_'

export const setLockTimeout = sql`set local lock_timeout = '500ms'`

/**
 * Lets every write of an element of the application write its row of the table, from the commit on. Replaces functions,
 * which waits for nobody. Only the first table creates the trigger, which waits for the transactions that write elements.
 */
export async function createKeeper(tx: Tx, application: Application): Promise<void> {
  await lockKeepers(tx)
  await tx.rows(withoutBinding(writeFunction(application)))
  await replaceKeeper(tx)
  await silenceEarlierTriggers(tx, application.id)
  const found = await tx.row(sql`
    select from pg_trigger where tgrelid = 'element_default'::regclass and tgname = ${keeper}`)
  if (found) return
  const copied = join(copiedColumns.map(({ name }) => id(name)))
  await tx.rows(sql`
    create trigger ${id(keeper)} after insert or delete or update of ${copied}, body on element_default
    for each row execute function ${inSchema(keeper)}()`)
}

/** Stops the writing of an application's table. Its function is kept for statements that began before the commit. */
export async function stopKeeper(tx: Tx, app: string): Promise<void> {
  await lockKeepers(tx)
  await replaceKeeper(tx, app)
  await silenceEarlierTriggers(tx, app)
}

/** Returns the statement that drops the function of an application whose table is no longer written. */
export function dropWriteFunction(app: string): Sql {
  return sql`drop function if exists ${inSchema(`${prefix}${app}`)}`
}

/** Returns the transactions that have locked the elements for writing. */
export async function writers(reader: Reader): Promise<string[]> {
  const rows = await reader.rows<{ writer: string }>(sql`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and granted and relation = 'element_default'::regclass
      and database = (select oid from pg_database where datname = current_database())
      and mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`)
  return rows.map(({ writer }) => writer)
}

/** Waits for other transactions that replace the function of the trigger, which would leave out each other's tables. */
async function lockKeepers(tx: Tx): Promise<void> {
  await tx.rows(sql`lock table field_table in share row exclusive mode`)
}

/** Replaces the function of the trigger by one that calls the functions of all applications but `without`. */
async function replaceKeeper(tx: Tx, without?: string): Promise<void> {
  const rows = await tx.rows<{ app: string }>(sql`
    select right(proname, 36) as app from pg_proc
    where pronamespace = ${fieldSchema}::regnamespace and starts_with(proname, ${prefix}) order by 1`)
  const apps = rows.map(({ app }) => app).filter((app) => app !== without)
  await tx.rows(
    withoutBinding(sql`
      create or replace function ${inSchema(keeper)}() returns trigger language plpgsql as $keep$ declare
        app uuid := coalesce(new.app, old.app);
        done boolean;
      begin
        ${choice(apps)}
        return null;
      end $keep$`),
  )
}

/** Returns the statement that calls the function of the application `app`, found by a binary search. */
function choice(apps: readonly string[]): Sql {
  const middle = apps.length >> 1
  // PERFORM would start the executor for each call of the function; an assignment does not.
  const call = (app: string): Sql => sql`done := ${inSchema(`${prefix}${app}`)}(new, old.id);`
  if (apps.length === 0) return nothing
  if (apps.length === 1) return sql`if app = ${literal(apps[0]!)} then ${call(apps[0]!)} end if;`
  const [before, after] = [apps.slice(0, middle), apps.slice(middle)]
  return sql`if app < ${literal(after[0]!)} then ${choice(before)} else ${choice(after)} end if;`
}

/**
 * Returns the statement that creates the function that writes the row of one element. `new` is null for a deleted
 * element, and `old_id` for a new one.
 */
function writeFunction(application: Application): Sql {
  const table = fieldTable(application)
  const { names, values } = rowOf(application, sql`new`, sql`body`)
  const columns = join([id('id'), ...names])
  const row = join([sql`new.id`, ...values])
  const assigned = sql`(${join(names)}) = row(${join(values)})`
  // PostgreSQL stores a long body apart from its row. The operator fetches it once; without it, each value would.
  return sql`create or replace function ${inSchema(`${prefix}${application.id}`)}(new element_default, old_id uuid)
  returns boolean language plpgsql as $write$ declare
    body jsonb := new.body || '{}';
  begin
    if new.id is null then
      delete from ${table} where id = old_id;
      return true;
    end if;
    if old_id is not null then
      update ${table} set ${assigned} where id = new.id;
      if found then return true; end if;
    end if;
    insert into ${table} (${columns}) values (${row}) on conflict (id) do update set ${assigned};
    return true;
  end $write$`
}

/**
 * Lets the triggers that an earlier version made for an application do nothing. They are dropped later, because dropping
 * a trigger waits for all who read elements.
 */
async function silenceEarlierTriggers(tx: Tx, app: string): Promise<void> {
  const name = `keep_${app}`
  const found = await tx.row(
    sql`select from pg_proc where pronamespace = ${fieldSchema}::regnamespace and proname = ${name}`,
  )
  if (found)
    await tx.rows(sql`
      create or replace function ${inSchema(name)}() returns trigger language plpgsql as $keep$ begin return null; end $keep$`)
}

/** Drops the triggers that an earlier version made for each application. Fails with a lock timeout while a backup runs. */
export async function dropEarlierTriggers(tx: Tx): Promise<void> {
  const triggers = await tx.rows<{ name: string }>(sql`
    select tgname as name from pg_trigger
    where tgrelid = 'element_default'::regclass and tgname ~ '^keep_[0-9a-f-]{36}(_deleted)?$'`)
  if (triggers.length === 0) return
  await tx.rows(setLockTimeout)
  for (const { name } of triggers) await tx.rows(sql`drop trigger ${id(name)} on element_default`)
  const functions = await tx.rows<{ name: string }>(sql`
    select proname as name from pg_proc
    where pronamespace = ${fieldSchema}::regnamespace and proname ~ '^keep_[0-9a-f-]{36}$'`)
  for (const { name } of functions) await tx.rows(sql`drop function ${inSchema(name)}`)
}

/** Returns the columns of a field table besides `id`, and their values in a row of `element` whose body is `body`. */
export function rowOf(application: Application, row: Sql, body: Sql): { names: Sql[]; values: Sql[] } {
  const own = [...fieldColumns(application)]
  return {
    names: [...copiedColumns.map(({ name }) => id(name)), ...own.map(([, { name }]) => id(name))],
    values: [
      ...copiedColumns.map(({ name }) => sql`${row}.${id(name)}`),
      ...own.map(([code, { value }]) => value(sql`(${body} -> ${literal(code)})`)),
    ],
  }
}

function inSchema(name: string): Sql {
  return sql`${id(fieldSchema)}.${id(name)}`
}
