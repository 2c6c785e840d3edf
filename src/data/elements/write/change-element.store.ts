import { usesOfChanged } from '../../../files/index.ts'
import { digestOf } from '../../../foundation/audit/index.ts'
import type { Tx } from '../../../foundation/db/database.ts'
import { Bound, id, join, literal, nothing, type Sql, sql } from '../../../foundation/db/sql.ts'
import { keyOf } from '../../../foundation/idempotency/index.ts'
import type { Application } from '../../applications/application.ts'
import { nextTurn } from '../../events/index.ts'
import { firstUnmet, type Requirement } from '../rights/change-requirements.ts'
import { type MaskedField, withoutMasked } from '../rights/shown-value.ts'
import { keyRows } from '../source/key-rows.ts'
import { nameExpression } from '../source/name-template.ts'
import { type ElementWrite, requestOf, statusEntry } from './insert-elements.store.ts'

/**
 * Rows of another room that the statement of a change writes with the element: all are written or none, in one round
 * trip. In the SQL, `old` is the element before the change, whose row is locked. The action then returns the answer of
 * the joint write instead of the element.
 */
export interface JointWrite {
  /** Parts of a WITH statement that read or lock rows before the element is changed, separated by commas. */
  readonly reads: Sql
  /** The condition for the change, over `old` and the parts in `reads`. */
  readonly condition: Sql
  /**
   * Parts of the WITH statement that write, separated by commas. The parts read from `written`, which holds the
   * element after the change and its history were written; `written` is empty when the element was not changed.
   */
  readonly writes: Sql
  /** The result for the caller as text. */
  readonly answer: Sql
}

/** The changes of an element; an absent property is left unchanged. */
export interface ElementChange {
  readonly body?: Readonly<Record<string, unknown>>
  readonly name?: string | null
  readonly directory?: string | null
  readonly externalId?: string | null
  readonly subscribers?: readonly string[]
  readonly createdBy?: string
  readonly deletedAt?: Date | null
  readonly status?: number
  /** A status group and its initial status. An element that is already in the group keeps its status. */
  readonly group?: { readonly id: string; readonly status: number }
}

export interface ChangeGuards {
  /** The change requires that the element is at this revision. */
  readonly rev?: string
  /** The change requires that the element is deleted, or that it is not. */
  readonly isDeleted?: boolean
  /** The change requires that the present status is one of these; null stands for no status. */
  readonly fromStatuses?: readonly (number | null)[]
  /** The requirements that the present row must meet for the caller to be allowed to make the change. */
  readonly requirements?: readonly Requirement[]
  /** The fields of the body that are left unchanged where the row does not show them to the caller. */
  readonly masked?: readonly MaskedField[]
  /** Rows of another room that are written with the element, on a condition of their own. */
  readonly joint?: JointWrite | undefined
}

export type WrittenAction = 'create' | 'update' | 'set-status' | 'delete' | 'restore'

export interface ChangeOutcome {
  /**
   * The row as JSON text: after the change, or unchanged when a guard prevented the change. Empty with a joint write.
   */
  readonly text: string
  readonly written: boolean
  /** The action as the history names it; null when nothing was written. */
  readonly action: WrittenAction | null
  readonly rev: string
  readonly old_status: number | null
  /**
   * The position, from 1, of the first unmet requirement; 0 when all are met. Nothing was written when a requirement is
   * unmet.
   */
  readonly unmet: number
  /** The answer of the joint write; null without one. */
  readonly answer: string | null
}

/** The new values as SQL expressions; an absent column is left unchanged. `body` has the changed fields only. */
export type ChangedColumns = { readonly [Column in Exclude<keyof ElementChange, 'group'>]?: Sql } & {
  readonly group?: { readonly id: Sql; readonly status: Sql }
}

/**
 * Changes one element together with its history, unique keys and counters in one statement. Returns undefined when the
 * source has no such element. The row is locked first, so concurrent changes of different fields are all kept.
 */
export async function changeElement(
  tx: Tx,
  { source, application, origin }: ElementWrite,
  { elementId, change, guards }: { elementId: string; change: ElementChange; guards: ChangeGuards },
): Promise<ChangeOutcome | undefined> {
  const at = new Bound(origin.at)
  const by = new Bound(origin.by)
  const { requirements = [], masked = [], joint } = guards
  const columns = boundColumns(change, masked)
  const isJoint = joint !== undefined
  return tx.row<ChangeOutcome>(sql`
    with old as materialized (
      select e.*, ${firstUnmet(requirements, sql`e`)} as unmet from element e
      where ${source.scope(sql`e`)} and e.id = ${elementId} for update
    ), ${isJoint ? sql`${joint.reads}, ` : nothing}changed as (
      update element e set ${join(assignments(application, columns, at, by))}
      from old
      where e.app = ${application.id} and e.id = old.id ${guardConditions(guards)}
      returning e.*, 0 as unmet, old.status as old_status, true as written, ${actionOf(columns)} as action,
        ${differences(application, columns)} as changes, ${digestOf.old} as digest_before, ${digestOf.e} as digest_after,
        ${gained(columns)} as gained
    ), history as (
      insert into element_history (app, id, rev, at, by, action, changes, token_id, operation, request_id,
        published, turn, digest_before, digest_after)
      select app, id, rev, ${at}, ${by}, action, changes, ${requestOf(origin)}, turn, digest_before, digest_after
      from changed
      ${isJoint ? sql`returning rev` : nothing}
    ), ${changedIndexes(application, columns, Object.keys(change.body ?? {}))} ${keyOf(origin.once, sql`changed`)} counted as (
      update element_count c set live = c.live + changed.gained, writes = c.writes + 1 from changed
      where c.app = ${application.id} and c.slot = pg_backend_pid() % 16
      ${isJoint ? sql`returning c.app` : nothing}
    )${isJoint ? jointParts(joint) : nothing}
    select ${isJoint ? sql`''` : source.whole(sql`r`)} as text, r.written, r.action, r.rev, r.old_status, r.unmet,
      ${isJoint ? joint.answer : sql`null`} as answer
    from (
      select * from changed
      union all
      select old.*, old.status, false, null, null, null, null, 0 from old where not exists (select from changed)
    ) r`)
}

/** Returns the SQL of the number of live elements that a change from the row `old` to the row `e` adds. */
export function gained({ deletedAt }: ChangedColumns): Sql {
  return deletedAt === undefined ? sql`0` : sql`(e.deleted_at is null)::int - (old.deleted_at is null)::int`
}

/**
 * Returns the parts of the statement for a joint write. The joint write runs after the counters are updated, so that
 * its locks are not held while the statement waits for the counters.
 */
function jointParts({ writes }: JointWrite): Sql {
  return sql`, written as materialized (
      select changed.* from changed join history on true cross join (select count(*) from counted) c
    ), ${writes}`
}

/** Returns the new values as SQL for a statement in which `old` is the row before the change. */
function boundColumns(
  { body, status, subscribers, group, ...others }: ElementChange,
  masked: readonly MaskedField[],
): ChangedColumns {
  const columns: Record<string, Sql> = {}
  for (const [name, value] of Object.entries(others)) if (value !== undefined) columns[name] = sql`${value}`
  if (body !== undefined) columns.body = withoutMasked(sql`${new Bound(JSON.stringify(body))}::jsonb`, masked, sql`old`)
  if (subscribers !== undefined) columns.subscribers = sql`${JSON.stringify(subscribers)}::jsonb`
  if (status !== undefined) columns.status = sql`${new Bound(status)}::int`
  if (group === undefined) return columns
  return { ...columns, group: { id: sql`${group.id}::uuid`, status: sql`${new Bound(group.status)}::int` } }
}

/** Returns the assignments for a statement `update element e`. */
export function assignments(application: Application, columns: ChangedColumns, at: Bound, by: Bound): Sql[] {
  const { body, name, directory, externalId, subscribers, createdBy, deletedAt, status, group } = columns
  const set = [sql`rev = e.rev + 1`, sql`updated_at = ${at}`, sql`updated_by = ${by}`, sql`turn = ${nextTurn(sql`e`)}`]
  const newBody = body ? sql`(e.body || ${body})` : sql`e.body`
  if (body) set.push(sql`body = ${newBody}`)
  const byTemplate = nameExpression(application, newBody, sql`e.idx`)
  if (byTemplate !== undefined) set.push(sql`name = ${byTemplate}`)
  else if (name !== undefined) set.push(sql`name = ${name}`)
  if (directory !== undefined) set.push(sql`directory = ${directory}`)
  if (externalId !== undefined) set.push(sql`external_id = ${externalId}`)
  if (subscribers !== undefined) set.push(sql`subscribers = ${subscribers}`)
  if (createdBy !== undefined) set.push(sql`created_by = ${createdBy}`)
  if (deletedAt !== undefined) set.push(sql`deleted_at = ${deletedAt}`)
  if (status !== undefined) {
    set.push(sql`status = ${status}`)
    set.push(sql`status_history = e.status_history || ${statusEntry(status, at, by)}`)
  } else if (group !== undefined) {
    const isOther = sql`e.status_group is distinct from ${group.id}`
    const entry = statusEntry(group.status, at, by)
    set.push(sql`status_group = ${group.id}`)
    set.push(sql`status = case when ${isOther} then ${group.status} else e.status end`)
    set.push(sql`status_history = case when ${isOther} then e.status_history || ${entry} else e.status_history end`)
  }
  return set
}

function guardConditions({ rev, isDeleted, fromStatuses, requirements = [], joint }: ChangeGuards): Sql {
  const conditions: Sql[] = []
  if (requirements.length > 0) conditions.push(sql`and old.unmet = 0`)
  if (rev !== undefined) conditions.push(sql`and old.rev = ${rev}::bigint`)
  if (isDeleted !== undefined)
    conditions.push(isDeleted ? sql`and old.deleted_at is not null` : sql`and old.deleted_at is null`)
  if (fromStatuses !== undefined) {
    const known = fromStatuses.filter((status) => status !== null)
    const none = fromStatuses.includes(null) ? sql` or old.status is null` : nothing
    conditions.push(sql`and (old.status = any(${known}::int[])${none})`)
  }
  if (joint !== undefined) conditions.push(sql`and ${joint.condition}`)
  return join(conditions, sql` `)
}

/**
 * Returns the SQL of the action for the history, from the rows `old` and `e`. Clients send `__deletedAt` back as they read it,
 * so only a comparison of the rows shows whether the change deletes or restores the element.
 */
export function actionOf(columns: ChangedColumns): Sql {
  if (columns.status !== undefined && Object.keys(columns).length === 1) return sql`'set-status'`
  if (columns.deletedAt === undefined) return sql`'update'`
  return sql`case when (old.deleted_at is null) = (e.deleted_at is null) then 'update'
        when e.deleted_at is null then 'restore' else 'delete' end`
}

/** Returns the SQL of `{field: [before, after]}` for the values that differ between the rows `old` and `e`. */
export function differences(application: Application, columns: ChangedColumns): Sql {
  const { body, name, directory, externalId, subscribers, createdBy, deletedAt, status, group } = columns
  const isNamed = name !== undefined || application.nameTemplate !== undefined
  const written: [code: string, name: string, isWritten: boolean][] = [
    ['__name', 'name', isNamed],
    ['__directory', 'directory', directory !== undefined],
    ['__externalId', 'external_id', externalId !== undefined],
    ['__subscribers', 'subscribers', subscribers !== undefined],
    ['__createdBy', 'created_by', createdBy !== undefined],
    ['__deletedAt', 'deleted_at', deletedAt !== undefined],
    ['__status', 'status', status !== undefined || group !== undefined],
  ]
  const parts = written.flatMap(([code, name, isWritten]) => {
    if (!isWritten) return []
    const [before, after] = [sql`${id('old')}.${id(name)}`, sql`${id('e')}.${id(name)}`]
    const difference = sql`jsonb_build_object(${literal(code)}, jsonb_build_array(${before}, ${after}))`
    return [sql`case when ${before} is distinct from ${after} then ${difference} else '{}' end`]
  })
  if (body)
    parts.push(sql`coalesce((select jsonb_object_agg(p.key, jsonb_build_array(old.body -> p.key, p.value))
        from jsonb_each(${body}) p where coalesce(old.body -> p.key, 'null') is distinct from p.value), '{}')`)
  return parts.length === 0 ? sql`'{}'::jsonb` : join(parts, sql` || `)
}

/**
 * Returns the parts of a WITH statement that update the tables derived from elements: unique keys and the use of files.
 */
export function changedIndexes(application: Application, columns: ChangedColumns, fields: readonly string[]): Sql {
  const places = application.filePlaces.filter(({ field }) => fields.includes(field))
  return sql`${changedKeys(application, columns, fields)} ${usesOfChanged(places)}`
}

/**
 * Returns the parts of a WITH statement that update the unique keys; empty SQL when the change cannot affect them. Only
 * keys that differ are deleted and inserted.
 */
function changedKeys(application: Application, columns: ChangedColumns, fields: readonly string[]): Sql {
  const moves = columns.deletedAt !== undefined || columns.externalId !== undefined
  if (!moves && !application.uniqueKeys.some((codes) => codes.some((code) => fields.includes(code)))) return nothing
  const before = keyRows(application, sql`o`, true)!
  const after = keyRows(application, sql`n`, true)!
  return sql`keys_before as (
      select o.app, o.id, k.key, k.value from old o cross join lateral ${before} as k(key, value)
      where k.value is not null and o.deleted_at is null and exists (select from changed c where c.id = o.id)
    ), keys_after as (
      select n.app, n.id, k.key, k.value from changed n cross join lateral ${after} as k(key, value)
      where k.value is not null and n.deleted_at is null
    ), keys_gone as (
      delete from element_key g using (select * from keys_before except select * from keys_after) b
      where g.app = b.app and g.key = b.key and g.value = b.value and g.id = b.id
    ), keys_come as (
      insert into element_key (app, id, key, value) select * from keys_after except select * from keys_before
    ),`
}
