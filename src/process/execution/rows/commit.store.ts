import type { Tx } from '../../../foundation/db/database.ts'
import { Bound, join, type Sql, sql } from '../../../foundation/db/sql.ts'
import { insertJobs } from '../../../foundation/jobs/index.ts'
import { insertFacts } from '../../../people/index.ts'
import { originsOfLinks } from '../../definition/index.ts'
import type { Rows } from './rows.ts'

type Arm = (rows: Source) => Sql

/** The rows of one kind: `table` is the table with their columns, `instances` are the ids of their instances. */
interface Source {
  readonly table: Sql
  readonly instances: Bound
}

/** For each kind of rows, the columns and the statements that write the rows. */
const arms: {
  readonly [Kind in keyof Omit<Rows, 'owner' | 'changed' | 'started'>]: readonly [columns: string, ...arms: Arm[]]
} = {
  called: [
    `id uuid, template uuid, version int, rev bigint, state text, name text, context jsonb, execution jsonb,
      at timestamptz, by uuid, ended timestamptz, initiator uuid, parent uuid, root uuid, callers uuid[], "itemApp" uuid, item uuid,
      target text, outcome jsonb`,
    ({ table }) => sql`
      insert into process_instance (id, template, version, rev, state, name, context, execution, created_at, created_by,
        updated_at, updated_by, ended_at, parent, root, callers, item_app, item, target, outcome)
      select x.id, x.template, x.version, x.rev, x.state, x.name, x.context, x.execution, x.at, x.initiator, x.at, x.by,
        x.ended, x.parent, x.root, x.callers, x."itemApp", x.item, x.target, x.outcome from ${table} x`,
  ],
  closed: [
    'id uuid',
    ({ table, instances }) => sql`
      delete from process_wait w using ${table} x
      where w.instance = any(${instances}::uuid[]) and w.instance = x.instance and w.id = x.id`,
  ],
  opened: [
    `id uuid, template uuid, version int, element text, kind text, due timestamptz, name text, key text,
      details jsonb, at timestamptz`,
    ({ table }) => sql`
      insert into process_wait as w (instance, id, template, version, element, kind, due_at, name, key, details, opened_at)
      select x.instance, x.id, x.template, x.version, x.element, x.kind, x.due, x.name, x.key, x.details, x.at
      from ${table} x
      on conflict (instance, id) do update set
        -- The time limit of a delegated activity counts from its first attempt.
        due_at = case when w.kind = 'delegated' then w.due_at else excluded.due_at end, details = excluded.details,
        failures = 0`,
  ],
  tasks: [
    `id uuid, template uuid, version int, element text, type text, subject text, assignee uuid,
      candidates uuid[], due timestamptz, priority int, "itemApp" uuid, item uuid, at timestamptz, settings jsonb`,
    ({ table }) => sql`
      insert into process_wait (instance, id, template, version, element, kind, opened_at)
      select x.instance, x.id, x.template, x.version, x.element, 'task', x.at from ${table} x`,
    ({ table }) => sql`
      insert into process_task (instance, id, template, version, element, type, subject, state, assignee, candidates,
        due_at, priority, item_app, item, created_at, settings)
      select x.instance, x.id, x.template, x.version, x.element, x.type, x.subject, 'new', x.assignee, x.candidates,
        x.due, x.priority, x."itemApp", x.item, x.at, x.settings from ${table} x`,
  ],
  endedTasks: [
    'id uuid, state text, at timestamptz, assignee uuid, outcome jsonb',
    ({ table, instances }) => sql`
      delete from process_wait w using ${table} x
      where w.instance = any(${instances}::uuid[]) and w.instance = x.instance and w.id = x.id`,
    // Reminders and escalations, whose key is the id of the task. One statement with OR could not be a hash join, and would
    // compare each wait of an instance with each of its thousands of ended tasks.
    ({ table, instances }) => sql`
      delete from process_wait w using ${table} x
      where w.instance = any(${instances}::uuid[]) and w.instance = x.instance and w.kind = 'taskTimer' and w.key = x.id::text`,
    ({ table, instances }) => sql`
      update process_task t set state = x.state, ended_at = x.at, outcome = x.outcome, rev = t.rev + 1,
        turn = audit_turn(pg_current_xact_id()),
        assignee = coalesce(t.assignee, x.assignee)
      from ${table} x
      where t.instance = any(${instances}::uuid[]) and t.instance = x.instance and t.id = x.id`,
  ],
  points: [
    `id uuid, template uuid, version int, element text, settings jsonb, input jsonb, attempt int,
      at timestamptz, expires timestamptz`,
    ({ table }) => sql`
      insert into process_restore_point as p (instance, id, template, version, element, settings, input, state,
        attempts, created_at, expires_at)
      select x.instance, x.id, x.template, x.version, x.element, x.settings, x.input, 'open', x.attempt, x.at, x.expires
      from ${table} x
      on conflict (instance, id) do update set state = 'open', attempts = excluded.attempts, input = excluded.input,
        settings = excluded.settings, expires_at = case when p.state = 'open' then p.expires_at else excluded.expires_at end, ended_at = null`,
  ],
  endedPoints: [
    'id uuid, state text, at timestamptz',
    ({ table, instances }) => sql`
      update process_restore_point p set state = x.state, ended_at = x.at from ${table} x
      where p.instance = any(${instances}::uuid[]) and p.instance = x.instance and p.id = x.id and p.ended_at is null`,
  ],
  incidents: [
    `id uuid, template uuid, version int, element text, kind text, message text, hash text,
      at timestamptz`,
    ({ table }) => sql`
      insert into process_incident (instance, id, template, version, element, kind, message, message_hash, state,
        opened_at)
      select x.instance, x.id, x.template, x.version, x.element, x.kind, x.message, x.hash, 'open', x.at
      from ${table} x`,
  ],
  endedIncidents: [
    'id uuid, state text, at timestamptz, by uuid',
    ({ table, instances }) => sql`
      update process_incident n set state = x.state, ended_at = x.at, ended_by = x.by
      from ${table} x
      where n.instance = any(${instances}::uuid[]) and n.instance = x.instance and n.id = x.id`,
  ],
  origins: ['"from" uuid, source text, "to" uuid, target text', ({ table }) => originsOfLinks(sql`${table} x`)],
  history: [
    `rev bigint, at timestamptz, template uuid, version int, by uuid, stimulus jsonb, events jsonb`,
    ({ table }) => sql`
      insert into process_history (instance, rev, at, template, version, by, stimulus, events)
      select x.instance, x.rev, x.at, x.template, x.version, x.by, x.stimulus, x.events from ${table} x`,
  ],
  jobs: ['id uuid, queue text, data jsonb, "delayMs" float8', ({ table }) => insertJobs(table)],
  facts: [
    'id uuid, key text, event text, receivers uuid[], about jsonb, app uuid, details jsonb, "by" uuid, at timestamptz',
    ({ table }) => insertFacts(table),
  ],
}

const changedColumns = `nothing text, id uuid, before bigint, template uuid, version int, rev bigint, state text, name text,
  context jsonb, execution jsonb, at timestamptz, by uuid, ended timestamptz, outcome jsonb`
const startedColumns = `${arms.called[0]}, key text`

/**
 * Writes advances in one statement. An advance is written only when its owner still has the revision from before the
 * advance, or can be inserted. Returns the owners of the written advances.
 */
export async function commitRows(tx: Tx, all: readonly Rows[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(statementOf(all))
  return new Set(rows.map(({ id }) => id))
}

function statementOf(all: readonly Rows[]): Sql {
  const parts: Sql[] = []
  const winners: Sql[] = []
  const changed = all.flatMap((rows) => rows.changed)
  const started = all.flatMap((rows) => rows.started)
  if (changed.length > 0) {
    parts.push(changedArm(changed))
    winners.push(sql`select id from changed`)
  }
  if (started.length > 0) {
    parts.push(startedArm(started))
    winners.push(sql`select id from started`)
  }
  parts.push(sql`won as materialized (${join(winners, sql` union all `)})`)
  for (const [kind, [columns, ...writing]] of Object.entries(arms)) {
    const written = all.flatMap((rows) => rows[kind as keyof typeof arms].map((row) => ownedBy(rows.owner, row)))
    if (written.length === 0) continue
    const name = kind.toLowerCase()
    const source = { table: raw(`${name}_rows`), instances: instancesOf(written) }
    parts.push(sql`${source.table} as (select x.* from ${ownedRows(written, columns)})`)
    for (const [index, arm] of writing.entries()) parts.push(sql`${raw(`${name}_${index}`)} as (${arm(source)})`)
  }
  return sql`with ${join(parts)} select id::text from won`
}

interface OwnedRow {
  readonly owner?: string
  readonly instance?: string
}

/** Returns a row with its owner, unless the owner is the instance of the row. */
const ownedBy = (owner: string, row: object): OwnedRow =>
  (row as OwnedRow).instance === owner ? row : { ...row, owner }

/** Returns the table `x` of the rows whose owners were written. */
const ownedRows = (rows: readonly OwnedRow[], columns: string): Sql =>
  sql`${recordset(rows, `owner uuid, instance uuid, ${columns}`)} join won on won.id = coalesce(x.owner, x.instance)`

const instancesOf = (rows: readonly OwnedRow[]): Bound =>
  new Bound([...new Set(rows.flatMap(({ instance }) => instance ?? []))])

/**
 * Returns the compare-and-set of the instances. The condition on `nothing`, which no row has, is always true. It makes
 * the planner expect few rows and use the primary key, even while the table is small and the plan is cached.
 */
function changedArm(rows: readonly object[]): Sql {
  return sql`changed as (
    update process_instance i set rev = x.rev, template = x.template, version = x.version, state = x.state,
      name = x.name, context = coalesce(x.context, i.context), execution = x.execution, updated_at = x.at, updated_by = x.by,
      ended_at = x.ended, outcome = x.outcome
    from ${recordset(rows, changedColumns)}
    where x.nothing is null and i.id = x.id and i.rev = x.before
    returning i.id)`
}

function startedArm(rows: readonly object[]): Sql {
  return sql`started as (
    insert into process_instance (id, template, version, rev, state, name, context, execution, created_at, created_by,
      updated_at, updated_by, ended_at, parent, root, callers, item_app, item, target, outcome, start_key)
    select x.id, x.template, x.version, x.rev, x.state, x.name, x.context, x.execution, x.at, x.initiator, x.at, x.by,
      x.ended, x.parent, x.root, x.callers, x."itemApp", x.item, x.target, x.outcome, x.key
    from ${recordset(rows, startedColumns)}
    on conflict do nothing returning id)`
}

const raw = (text: string): Sql => sql([text] as unknown as TemplateStringsArray)

/** Returns a table `x` with these rows, whose columns have the names of the properties. */
function recordset(rows: readonly object[], columns: string): Sql {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(${raw(columns)})`
}
