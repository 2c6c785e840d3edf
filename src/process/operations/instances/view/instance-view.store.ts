import type { Reader } from '../../../../foundation/db/database.ts'
import { type Bound, type Sql, sql } from '../../../../foundation/db/sql.ts'
import { shownName } from '../../../../foundation/db/user-name.ts'
import type { State } from '../../../engine/index.ts'

/** Maximum number of waits, tasks, incidents, restore points, called instances and reasons for waiting in a view. */
export const maxRows = 1_000

export interface InstanceFactsRow {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly rev: string
  readonly template: string
  readonly version: number
  readonly templateJson: { readonly name: string; readonly namespace: string; readonly code: string; newest: number }
  readonly context: Readonly<Record<string, unknown>>
  readonly execution: Omit<State, 'variables'> | null
  readonly createdAt: string
  readonly createdBy: string
  readonly updatedAt: string
  readonly updatedBy: string
  readonly endedAt: string | null
  readonly parent: string | null
  readonly root: string
  readonly item: unknown
  readonly target: string | null
  readonly outcome: unknown
}

/** Selects an instance with its template and its state. */
export const factsOf = (id: Bound): Sql => sql`
  select i.id, i.name, i.state, i.rev::text, i.template, i.version, i.context, i.execution, i.outcome,
    json_build_object('name', t.name, 'namespace', t.namespace, 'code', t.code, 'newest', t.version) as "templateJson",
    wire_time(i.created_at) as "createdAt", i.created_by as "createdBy", wire_time(i.updated_at) as "updatedAt",
    i.updated_by as "updatedBy", wire_time(i.ended_at) as "endedAt", i.parent, i.root, i.target,
    (select json_build_object('namespace', a.namespace, 'code', a.code, 'id', i.item) from application a
      where a.id = i.item_app and i.item is not null) as item
  from process_instance i join process_template t on t.id = i.template where i.id = ${id}`

export interface WaitRow {
  readonly id: string
  readonly element: string
  readonly kind: string
  readonly dueAt: string | null
  readonly name: string | null
  readonly key: string | null
  readonly details: Readonly<Record<string, unknown>> | null
  readonly openedAt: string
}

export const waitsOf = (id: Bound): Sql => sql`
  select id, element, kind, wire_time(due_at) as "dueAt", name, key, details, wire_time(opened_at) as "openedAt"
  from process_wait where instance = ${id} order by opened_at, id limit ${maxRows}`

export interface TaskRow {
  readonly id: string
  readonly element: string
  readonly type: string
  readonly subject: string
  readonly state: string
  readonly assignee: string | null
  readonly candidates: readonly string[] | null
  readonly dueAt: string | null
  readonly priority: number
  readonly createdAt: string
  readonly claimedAt: string | null
  readonly endedAt: string | null
  readonly outcome: unknown
}

/** Selects the tasks of an instance: open ones first, then the newest. */
export const tasksOf = (id: Bound): Sql => sql`
  select id, element, type, subject, wire_task_state(state, assignee) as state, assignee, candidates,
    wire_time(due_at) as "dueAt", priority, wire_time(created_at) as "createdAt", wire_time(claimed_at) as "claimedAt",
    wire_time(ended_at) as "endedAt", outcome
  from process_task where instance = ${id} order by ended_at is not null, created_at desc, id desc limit ${maxRows}`

export interface IncidentRow {
  readonly id: string
  readonly element: string
  readonly kind: string
  readonly message: string
  readonly state: string
  readonly openedAt: string
  readonly endedAt: string | null
}

/** Selects the incidents of an instance: open ones first, then the newest. */
export const incidentsOf = (id: Bound): Sql => sql`
  select id, element, kind, message, state, wire_time(opened_at) as "openedAt", wire_time(ended_at) as "endedAt"
  from process_incident where instance = ${id} order by state <> 'open', opened_at desc, id desc limit ${maxRows}`

export interface RestorePointRow {
  /** The id of a restore point is secret, because it is enough to continue the activity. */
  readonly id: string
  readonly element: string
  readonly state: string
  readonly attempts: number
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly endedAt: string | null
}

export const restorePointsOf = (id: Bound): Sql => sql`
  select id, element, state, attempts, wire_time(created_at) as "createdAt", wire_time(expires_at) as "expiresAt",
    wire_time(ended_at) as "endedAt"
  from process_restore_point where instance = ${id} order by state <> 'open', created_at desc, id desc
  limit ${maxRows}`

export interface ChildRow {
  /** Id of the called instance, which is also the id of the wait of its caller. */
  readonly id: string
  /** Null when the caller cannot see the called instance. */
  readonly name: string | null
  readonly state: string
  readonly process: string
}

/**
 * Selects the instances that an instance called, newest first. Each has the id of the wait for its end. `visible` is
 * the predicate for the instances that the caller sees.
 */
export const childrenOf = (id: Bound, visible: (row: Sql) => Sql): Sql => sql`
  select i.id, case when ${visible(sql`i`)} then i.name end as name, i.state, t.namespace || '.' || t.code as process
  from process_instance i join process_template t on t.id = i.template where i.parent = ${id}
  order by i.created_at desc, i.id desc limit ${maxRows}`

const nameOfUser = shownName(sql`users`)

/**
 * Returns the display names of users, groups and items of the organisation chart, by their ids, and of users by
 * logins or e-mail addresses in lower case.
 */
export async function namesOf(
  reader: Reader,
  { ids, logins }: { readonly ids: readonly string[]; readonly logins: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0 && logins.length === 0) return new Map()
  const lower = logins.map((login) => login.toLowerCase())
  const rows = await reader.rows<{ id: string; name: string }>(sql`
    select id::text, ${nameOfUser} as name from users where id = any (${ids}::uuid[])
    union all select lower(login), ${nameOfUser} from users where lower(login) = any (${lower}::text[]) and deleted_at is null
    union all select lower(email), ${nameOfUser} from users where lower(email) = any (${lower}::text[]) and deleted_at is null
    union all select id::text, name from user_group where id = any (${ids}::uuid[])
    union all select id::text, name from org_item where id = any (${ids}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
