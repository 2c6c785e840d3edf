import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import { digestOf } from '../../../foundation/audit/index.ts'
import type { Tx } from '../../../foundation/db/database.ts'
import { Bound, join, id as named, nothing, type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import type { WrittenRevision } from '../../events/index.ts'
import {
  actionOf,
  assignments,
  type ChangedColumns,
  changedIndexes,
  differences,
  type ElementChange,
  gained,
} from './change-element.store.ts'
import { type ElementWrite, requestOf } from './insert-elements.store.ts'

/** A change of one element that requires that the element is still at the revision `rev`. */
export interface WantedChange {
  readonly id: string
  readonly rev: string
  readonly change: SetChange
}

/** The properties that can be changed in many elements at once. */
export type SetChange = Pick<ElementChange, 'body' | 'name' | 'directory' | 'externalId' | 'status' | 'deletedAt'>

interface ElementsChange extends ElementWrite {
  /** The rule that an element has to meet before the change; all elements by default. */
  readonly may?: RowFilter
}

const columnTypes: Record<keyof SetChange, Sql> = {
  body: sql`jsonb`,
  name: sql`text`,
  directory: sql`uuid`,
  externalId: sql`text`,
  status: sql`int`,
  deletedAt: sql`timestamptz`,
}
const columnNames = Object.keys(columnTypes) as (keyof SetChange)[]

/**
 * Changes many elements as `changeElement` does, with one statement for each set of changed columns. Returns the ids of
 * the changed elements. Elements that are gone, at another revision or not covered by `may` are left out. `wanted` must
 * not contain an element twice.
 */
export async function changeElements(
  tx: Tx,
  write: ElementsChange,
  wanted: readonly WantedChange[],
): Promise<Set<string>> {
  const changed = new Set<string>()
  const byShape = Map.groupBy(wanted, ({ change }) => columnsOf(change).join())
  const ids = wanted.map(({ id }) => id)
  // All rows are locked before the first statement updates the counters. A change of a single element waits for the
  // counters while it holds the row of the element, so a transaction that holds the counters must not wait for a row
  // (deadlock).
  if (byShape.size > 1) await lockRows(tx, write.source, ids)
  for (const alike of byShape.values()) {
    for (const id of await changeAlike(tx, write, alike)) changed.add(id)
  }
  return changed
}

/** Returns the revisions that these changes made. `rev` is the revision before the change, absent for a new element. */
export function revisionsAfter(
  { id: app }: Application,
  written: readonly { readonly id: string; readonly rev?: string }[],
): WrittenRevision[] {
  return written.map(({ id, rev = '0' }) => ({ app, id, rev: String(BigInt(rev) + 1n) }))
}

/** Locks the elements with these ids, in the order of their ids, until the transaction ends. */
export async function lockRows(tx: Tx, source: Source, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`
    select from element e where ${source.scope(sql`e`)} and e.id = any(${ids}::uuid[])
    order by e.id for update`)
}

const columnsOf = (change: SetChange): (keyof SetChange)[] => columnNames.filter((name) => change[name] !== undefined)

async function changeAlike(
  tx: Tx,
  { source, application, origin, may = true }: ElementsChange,
  wanted: readonly WantedChange[],
): Promise<string[]> {
  const names = columnsOf(wanted[0]!.change)
  const columns: ChangedColumns = Object.fromEntries(names.map((name) => [name, sql`w.${named(name)}`]))
  const fields = [...new Set(wanted.flatMap(({ change }) => Object.keys(change.body ?? {})))]
  const ids = new Bound(wanted.map(({ id }) => id))
  const [at, by] = [new Bound(origin.at), new Bound(origin.by)]
  const lists = names.map(
    (name) => sql`, ${wanted.map(({ change }) => valueFor(change, name))}::${columnTypes[name]}[]`,
  )
  // The condition on the ids is repeated, so that the planner always finds the rows by their primary key.
  const rows = await tx.rows<{ id: string }>(sql`
    with wanted as materialized (
      select * from unnest(${ids}::uuid[], ${wanted.map(({ rev }) => rev)}::bigint[] ${join(lists, sql` `)})
        as w(${join([sql`id`, sql`rev`, ...names.map((name) => named(name))])})
    ), old as materialized (
      select * from element e where ${source.scope(sql`e`)} and e.id = any(${ids}::uuid[]) order by e.id for update
    ), changed as (
      update element e set ${join(assignments(application, columns, at, by))}
      from old join wanted w on w.id = old.id
      where e.app = ${application.id} and e.id = old.id and e.id = any(${ids}::uuid[]) and old.rev = w.rev
        ${may === true ? nothing : sql`and ${rowFilterSql(may, sql`old`)}`}
      returning e.*, ${actionOf(columns)} as action, ${differences(application, columns)} as changes,
        ${digestOf.old} as digest_before, ${digestOf.e} as digest_after, ${gained(columns)} as gained
    ), history as (
      insert into element_history (app, id, rev, at, by, action, changes, token_id, operation, request_id,
        published, turn, digest_before, digest_after)
      select app, id, rev, ${at}, ${by}, action, changes, ${requestOf(origin)}, turn, digest_before, digest_after
      from changed
    ), ${changedIndexes(application, columns, fields)} counted as (
      update element_count c set live = c.live + n.gained, writes = c.writes + 1
      from (select coalesce(sum(gained), 0) as gained from changed) n
      where c.app = ${application.id} and c.slot = pg_backend_pid() % 16
    )
    select id::text from changed`)
  return rows.map(({ id }) => id)
}

function valueFor(change: SetChange, name: keyof SetChange): unknown {
  const value = change[name]
  return name === 'body' ? JSON.stringify(value) : value
}
