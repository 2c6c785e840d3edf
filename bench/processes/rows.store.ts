import type pg from 'pg'
import type { Database } from '../../src/foundation/db/database.ts'
import { sql } from '../../src/foundation/db/sql.ts'

const template = (code: string) => sql`(select id from process_template where namespace = 'bench' and code = ${code})`

/** Returns the ids of the open tasks of a process, in the order of their instances. */
export async function openTasks({ reader }: Database, code: string): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select id::text from process_task where template = ${template(code)} and ended_at is null order by instance, id`)
  return rows.map(({ id }) => id)
}

/** Returns the ids of the active instances of a version of a process. */
export async function activeInstances({ reader }: Database, code: string, version: number): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select id::text from process_instance
    where template = ${template(code)} and version = ${version} and ended_at is null order by id`)
  return rows.map(({ id }) => id)
}

/**
 * Copies the newest active instance of one process, with its wait and its task, `count` times as instances of another
 * process. The counter of instances is set to their number.
 */
export async function copyInstance(
  client: pg.Client,
  { from, to, count }: { readonly from: string; readonly to: string; readonly count: number },
): Promise<void> {
  const copy = async (table: string, changed: Readonly<Record<string, string>>, where: string): Promise<void> => {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    )
    const names = rows.map(({ name }) => `"${name}"`).join(', ')
    const values = rows.map(({ name }) => changed[name] ?? `x."${name}"`).join(', ')
    await client.query(
      `insert into ${table} (${names}) select ${values} from ${table} x, generate_series(1, ${count}) n where ${where}`,
    )
    await client.query(`analyze ${table}`)
  }
  const idOf = (code: string): string =>
    `(select id from process_template where namespace = 'bench' and code = '${code}')`
  const source = `(select id from process_instance where template = ${idOf(from)} and ended_at is null
    order by created_at desc limit 1)`
  const template = idOf(to)
  const numbered = (kind: number): string =>
    `('018${kind}${to.length.toString(16).padStart(4, '0')}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const [instance, task] = [numbered(0), numbered(1)]
  const at = `now() - n * interval '1 second'`
  await copy('process_wait', { instance, id: task, template, opened_at: at }, `x.instance = ${source}`)
  await copy('process_task', { instance, id: task, template, created_at: at }, `x.instance = ${source}`)
  const changed = { id: instance, root: instance, template, created_at: at, updated_at: at, start_key: 'null' }
  await copy('process_instance', changed, `x.id = ${source}`)
}

/** Inserts timers that are due in a year. */
export async function addTimers(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into process_wait (instance, id, template, version, element, kind, due_at, opened_at)
    select gen_random_uuid(), gen_random_uuid(), (select id from process_template where namespace = 'bench' and code = 'tasks'),
      1, 'timer', 'timer', now() + interval '1 year' + n * interval '1 s', now() from generate_series(1, $1::int) n`,
    [count],
  )
  await client.query('vacuum (analyze) process_wait')
}

/** Removes what `addTimers` has inserted. */
export async function removeTimers(client: pg.Client): Promise<void> {
  await client.query(`delete from process_wait where element = 'timer' and due_at > now() + interval '300 days'`)
  await client.query('vacuum (analyze) process_wait')
}
