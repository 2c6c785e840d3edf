import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { isObject } from '../../../foundation/kit/json.ts'
import type { Source } from '../../../query/index.ts'
import type { Value } from '../../engine/index.ts'
import type { TaskRoles } from './acting.ts'

/** The properties of a task that actions need. */
export interface TaskRow extends TaskRoles {
  readonly instance: string
  readonly id: string
  readonly template: string
  readonly version: number
  readonly element: string
  readonly state: string
  readonly createdAt: string
  readonly endedAt: string | null
  readonly outcome: Readonly<Record<string, unknown>> | null
  readonly input: Readonly<Record<string, Value>> | null
}

const columns = (t: Sql): Sql =>
  sql`${t}.instance::text, ${t}.id::text, ${t}.template::text, ${t}.version, ${t}.element, ${t}.state,
    ${t}.assignee::text, ${t}.candidates::text[] as candidates, ${t}.owner::text, ${t}.asked::text[] as asked,
    ${t}.item_app::text as "itemApp", wire_time(${t}.created_at) as "createdAt",
    wire_time(${t}.ended_at) as "endedAt", ${t}.outcome, ${t}.settings -> 'input' as input`

/** A row as the database returns it, with JSON as strings. */
type StoredTask = Omit<TaskRow, 'outcome' | 'input'> & {
  readonly outcome: string | null
  readonly input: string | null
}

const rowOf = ({ outcome, input, ...row }: StoredTask): TaskRow => ({
  ...row,
  outcome: outcome === null ? null : JSON.parse(outcome),
  input: input === null ? null : JSON.parse(input),
})

/** Reads tasks by their ids, in any order. Leaves out unknown ids. */
export async function taskRows(reader: Reader, ids: readonly string[]): Promise<TaskRow[]> {
  const rows = await reader.rows<StoredTask>(sql`
    select ${columns(sql`t`)} from process_task t where t.id = any (${ids}::uuid[])`)
  return rows.map(rowOf)
}

/** Locks a task until the transaction ends and returns it. */
export async function lockTask(tx: Tx, id: string): Promise<TaskRow | undefined> {
  const row = await tx.row<StoredTask>(sql`
    select ${columns(sql`t`)} from process_task t where t.id = ${id} for update`)
  return row && rowOf(row)
}

/** A change of the performers of a task. Absent properties stay unchanged. */
export interface TaskChange {
  readonly state?: 'new' | 'in_progress'
  readonly assignee?: string | null
  readonly candidates?: readonly string[]
  readonly owner?: string | null
  readonly asked?: readonly string[]
  /** Users to add to those who may see the instance, such as former performers. */
  readonly participants?: readonly string[]
}

/**
 * Writes a change. A change of the assignee also sets `claimed_at`: to `now` if the state becomes `in_progress`, else
 * to null.
 */
export async function changeTask(tx: Tx, { instance, id }: TaskRow, change: TaskChange, now: Date): Promise<void> {
  const sets: Sql[] = [sql`rev = rev + 1, turn = audit_turn(pg_current_xact_id())`]
  const { state, assignee, candidates, owner, asked, participants } = change
  if (state !== undefined) sets.push(sql`state = ${state}`)
  if (assignee !== undefined) {
    sets.push(sql`assignee = ${assignee}`, sql`claimed_at = ${state === 'in_progress' ? now : null}`)
  }
  if (candidates !== undefined) sets.push(sql`candidates = ${candidates}::uuid[]`)
  if (owner !== undefined) sets.push(sql`owner = ${owner}`)
  if (asked !== undefined) sets.push(sql`asked = ${asked.length === 0 ? null : asked}::uuid[]`)
  if (participants !== undefined) {
    const all = sql`coalesce(participants, '{}') || ${participants}::uuid[]`
    sets.push(sql`participants = array(select distinct p from unnest(${all}) p order by p)`)
  }
  const assignments = sets.reduce((all, one) => sql`${all}, ${one}`)
  await tx.rows(sql`update process_task set ${assignments} where instance = ${instance} and id = ${id}`)
}

/** An event of a task, for its history. */
export interface TaskEvent {
  readonly kind: string
  readonly by: string | null
  readonly onBehalfOf?: string | undefined
  readonly details: Readonly<Record<string, unknown>>
}

export async function insertTaskEvent(
  tx: Tx,
  task: Pick<TaskRow, 'instance' | 'id'>,
  event: TaskEvent & { readonly id: string; readonly at: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into process_task_event (instance, task, id, kind, at, by, on_behalf_of, details)
    values (${task.instance}, ${task.id}, ${event.id}, ${event.kind}, ${event.at}, ${event.by},
      ${event.onBehalfOf ?? null}, ${JSON.stringify(event.details)}::jsonb)`)
}

/** Returns the history of a task between its creation and its end, oldest first. */
export async function taskEvents(
  reader: Reader,
  { instance, id }: Pick<TaskRow, 'instance' | 'id'>,
): Promise<StoredEvent[]> {
  const rows = await reader.rows<Omit<StoredEvent, 'details'> & { readonly details: string }>(sql`
    select kind, wire_time(at) as at, by::text, on_behalf_of::text as "onBehalfOf", details
    from process_task_event where instance = ${instance} and task = ${id} order by id limit 1000`)
  return rows.map(({ details, ...event }) => ({ ...event, details: JSON.parse(details) }))
}

export interface StoredEvent {
  readonly kind: string
  readonly at: string
  readonly by: string | null
  readonly onBehalfOf: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** Returns the id of the active user with an id or a login; undefined when there is none. */
export async function activeUser(reader: Reader, idOrLogin: string): Promise<string | undefined> {
  const text = idOrLogin.toLowerCase()
  const of = isUuid(text) ? sql`id = ${text}` : sql`lower(login) = ${text}`
  const found = await reader.row<{ id: string }>(
    sql`select id::text from users where ${of} and status = 2 and deleted_at is null`,
  )
  return found?.id
}

/** Returns a task in the form of lists; undefined when the source does not contain the task. */
export async function taskJson(reader: Reader, source: Source, id: string): Promise<object | undefined> {
  const t = sql`t`
  const found = await reader.row<{ text: string }>(sql`
    select ${source.whole(t)} as text from ${source.relation} t where ${source.id(t)} = ${id} and ${source.scope(t)}`)
  const task: unknown = found && JSON.parse(found.text)
  return isObject(task) ? task : undefined
}

/** Returns the user who started an instance. */
export async function initiatorOf(reader: Reader, instance: string): Promise<string> {
  const found = await reader.row<{ id: string }>(sql`
    select created_by::text as id from process_instance where id = ${instance}`)
  return found!.id
}

/** Returns the details of a task for a notification. */
export async function subjectOf(
  reader: Reader,
  { instance, id }: Pick<TaskRow, 'instance' | 'id'>,
): Promise<{ readonly subject: string; readonly process: string; readonly due: string | null }> {
  const found = await reader.row<{ subject: string; process: string; due: string | null }>(sql`
    select t.subject, i.name as process, wire_time(t.due_at) as due
    from process_task t join process_instance i on i.id = t.instance where t.instance = ${instance} and t.id = ${id}`)
  return found!
}
