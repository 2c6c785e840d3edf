import type { Tx } from '../../db/database.ts'
import { Bound, id, join, literal, nothing, type Sql, sql } from '../../db/sql.ts'
import type { Source } from '../../query/index.ts'
import type { Application } from '../definitions/application.ts'
import { type Author, keyRows, statusEntry } from './elements.store.ts'
import { nameExpression } from './name-template.ts'

/** What to change in an element; what is not given stays. */
export interface ElementChange {
  readonly body?: Readonly<Record<string, unknown>>
  readonly name?: string | null
  readonly directory?: string | null
  readonly externalId?: string | null
  readonly subscribers?: readonly string[]
  readonly createdBy?: string
  readonly deletedAt?: Date | null
  readonly status?: number
}

export interface ChangeGuards {
  /** Only when the element is at this revision. */
  readonly rev?: string
  /** Only when its present status is one of these (or none, where null is among them). */
  readonly fromStatuses?: readonly (number | null)[]
}

export interface ChangeOutcome {
  /** The whole row after the change; null when a guard held it back. */
  readonly text: string | null
  readonly rev: string
  readonly old_status: number | null
}

/**
 * Changes one element with its history, unique keys and counters in one statement. Undefined when there is no such
 * element in the source. The row is locked first, so changes of different fields all survive.
 */
export async function changeElement(
  tx: Tx,
  source: Source,
  application: Application,
  elementId: string,
  change: ElementChange,
  guards: ChangeGuards,
  author: Author,
): Promise<ChangeOutcome | undefined> {
  const at = new Bound(author.at)
  const by = new Bound(author.by)
  const body = change.body && new Bound(JSON.stringify(change.body))
  return tx.row<ChangeOutcome>(sql`
    with old as materialized (
      select * from element e where ${source.scope(sql`e`)} and e.id = ${elementId} for update
    ), changed as (
      update element e set ${join(assignments(application, change, body, at, by))}
      from old where e.app = ${application.id} and e.id = old.id ${guardConditions(guards)}
      returning e.*
    ), history as (
      insert into element_history (app, id, rev, at, by, action, changes)
      select changed.app, changed.id, changed.rev, ${at}, ${by}, ${actionOf(change)}, ${differences(change, body)}
      from changed join old on true
    ), ${changedKeys(application, change)} counted as (
      update element_count c set live = c.live + n.gained, writes = c.writes + 1
      from (select changed.app, (changed.deleted_at is null)::int - (old.deleted_at is null)::int as gained
        from changed join old on true) n
      where c.app = n.app and c.slot = pg_backend_pid() % 16
    )
    select ${source.whole(sql`changed`)} as text, coalesce(changed.rev, old.rev) as rev, old.status as old_status
    from old left join changed on true`)
}

function assignments(
  application: Application,
  change: ElementChange,
  body: Bound | undefined,
  at: Bound,
  by: Bound,
): Sql[] {
  const set = [sql`rev = e.rev + 1`, sql`updated_at = ${at}`, sql`updated_by = ${by}`]
  const newBody = body ? sql`(e.body || ${body}::jsonb)` : sql`e.body`
  if (body) set.push(sql`body = ${newBody}`)
  const name = nameExpression(application, newBody, sql`e.idx`)
  if (name !== undefined) set.push(sql`name = ${name}`)
  else if (change.name !== undefined) set.push(sql`name = ${change.name}`)
  if (change.directory !== undefined) set.push(sql`directory = ${change.directory}`)
  if (change.externalId !== undefined) set.push(sql`external_id = ${change.externalId}`)
  if (change.subscribers !== undefined) set.push(sql`subscribers = ${JSON.stringify(change.subscribers)}::jsonb`)
  if (change.createdBy !== undefined) set.push(sql`created_by = ${change.createdBy}`)
  if (change.deletedAt !== undefined) set.push(sql`deleted_at = ${change.deletedAt}`)
  if (change.status !== undefined) {
    const status = new Bound(change.status)
    set.push(sql`status = ${status}`)
    set.push(sql`status_history = e.status_history || ${statusEntry(sql`${status}::int`, at, by)}`)
  }
  return set
}

function guardConditions({ rev, fromStatuses }: ChangeGuards): Sql {
  const conditions: Sql[] = []
  if (rev !== undefined) conditions.push(sql`and old.rev = ${rev}::bigint`)
  if (fromStatuses !== undefined) {
    const known = fromStatuses.filter((status) => status !== null)
    const none = fromStatuses.includes(null) ? sql` or old.status is null` : nothing
    conditions.push(sql`and (old.status = any(${known}::int[])${none})`)
  }
  return join(conditions, sql` `)
}

/** Clients send `__deletedAt` back as they read it, so only the rows tell whether this deletes or restores. */
function actionOf(change: ElementChange): Sql {
  if (change.status !== undefined) return sql`'set-status'`
  if (change.deletedAt === undefined) return sql`'update'`
  return sql`case when (old.deleted_at is null) = (changed.deleted_at is null) then 'update'
        when changed.deleted_at is null then 'restore' else 'delete' end`
}

/** `{field: [before, after]}` of what really differs, from the locked row. */
function differences(change: ElementChange, body: Bound | undefined): Sql {
  const columns: [string, string][] = [
    ['__name', 'name'],
    ['__directory', 'directory'],
    ['__externalId', 'external_id'],
    ['__subscribers', 'subscribers'],
    ['__createdBy', 'created_by'],
    ['__deletedAt', 'deleted_at'],
  ]
  if (change.status !== undefined) columns.push(['__status', 'status'])
  const pairs = columns.map(([code, name]) => {
    const [before, after] = [sql`to_jsonb(${id('old')}.${id(name)})`, sql`to_jsonb(${id('changed')}.${id(name)})`]
    return sql`(${literal(code)}, ${before}, ${after})`
  })
  const fields = body
    ? sql`union all select p.key, old.body -> p.key, p.value from jsonb_each(${body}::jsonb) p`
    : nothing
  return sql`coalesce((select jsonb_object_agg(d.code, jsonb_build_array(d.before, d.after))
        from (select * from (values ${join(pairs)}) as v(code, before, after) ${fields}) d
        where coalesce(d.before, 'null') is distinct from coalesce(d.after, 'null')), '{}')`
}

/** Moves the unique keys when the change can touch one: those that differ go and come, those that stay stay. */
function changedKeys(application: Application, change: ElementChange): Sql {
  const touched = Object.keys(change.body ?? {})
  const moves = change.deletedAt !== undefined || change.externalId !== undefined
  if (!moves && !application.uniqueKeys.some((codes) => codes.some((code) => touched.includes(code)))) return nothing
  const before = keyRows(application, sql`o`, true)!
  const after = keyRows(application, sql`n`, true)!
  return sql`keys_before as (
      select o.app, o.id, k.key, k.value from old o cross join lateral ${before} as k(key, value)
      where k.value is not null and o.deleted_at is null and exists (select from changed)
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
