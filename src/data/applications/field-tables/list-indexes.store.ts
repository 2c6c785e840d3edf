import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { literal, type Sql, sql } from '../../../foundation/db/sql.ts'
import { isIndexed } from '../applications.store.ts'
import { fieldSchema } from './field-table.ts'

/** What lists of a shape cost. */
export interface ListCost {
  readonly app: string
  /** The key of the shape. */
  readonly shape: string
  readonly indexName: string
  /** How often such lists searched the field table. */
  readonly uses: number
  /** How long these searches took together. */
  readonly spentMs: number
}

/** When lists of a shape get an index, and when they lose it. */
export interface ListIndexLimits {
  /** The minimum number of searches in a day. */
  readonly uses: number
  /** The minimum time that the searches of a day took together. */
  readonly spentMs: number
  /** The minimum average time of a search. */
  readonly averageMs: number
  /** The maximum number of such indexes of an application. */
  readonly ofApplication: number
  /** The number of days without a use after which an index is dropped. */
  readonly unusedDays: number
}

/** The number of stored shapes at which an application gets no new ones. */
const maxShapes = 200

const today: Sql = sql`(platform_now() at time zone 'utc')::date`
const indexOfShape = sql`pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = ${literal(fieldSchema)}::regnamespace and c.relname = l.index_name`
const ofLiveTables = sql`join application a on a.id = l.app and a.deleted_at is null
  join field_table f on f.app = l.app and f.columns is not null`

/** Adds the costs of lists to those of the day. */
export async function addCosts(tx: Tx, costs: readonly ListCost[]): Promise<void> {
  await tx.rows(sql`lock table list_index in exclusive mode`)
  await tx.rows(sql`
    insert into list_index as l (app, shape, index_name, uses, spent_ms, used_on)
    select u.app, shape, "indexName", uses, "spentMs", ${today}
    from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb)
      u (app uuid, shape text, "indexName" text, uses bigint, "spentMs" bigint)
    left join (select app, count(*) as shapes from list_index group by app) k on k.app = u.app
    where coalesce(k.shapes, 0) < ${maxShapes}::int
      or exists (select from list_index o where o.app = u.app and o.shape = u.shape)
    on conflict (app, shape) do update set used_on = excluded.used_on, index_name = excluded.index_name,
      uses = excluded.uses + case when l.used_on = excluded.used_on then l.uses else 0 end,
      spent_ms = excluded.spent_ms + case when l.used_on = excluded.used_on then l.spent_ms else 0 end`)
}

/**
 * Chooses the shapes that get an index: for each application with a field table, at most one more in a call, the most
 * expensive one. Forgets shapes that are not used any more.
 */
export async function chooseShapes(tx: Tx, limits: ListIndexLimits): Promise<void> {
  const { uses, spentMs, averageMs, ofApplication, unusedDays } = limits
  await tx.rows(sql`lock table list_index in exclusive mode`)
  await tx.rows(sql`
    update list_index set wanted_since = null where wanted_since is not null and used_on < ${today} - ${unusedDays}::int`)
  await tx.rows(sql`
    delete from list_index l where wanted_since is null and used_on < ${today} - 1 and not exists (select from ${indexOfShape})`)
  await tx.rows(sql`
    update list_index l set wanted_since = platform_now() from (
      select distinct on (l.app) l.app, l.shape from list_index l ${ofLiveTables}
      left join (
        select app, count(distinct index_name) as indexes from list_index where wanted_since is not null group by app
      ) t on t.app = l.app
      where l.wanted_since is null and l.used_on = ${today} and l.refused_on is distinct from ${today}
        and l.uses >= ${uses}::bigint and l.spent_ms >= greatest(${spentMs}::bigint, l.uses * ${averageMs}::bigint)
        and coalesce(t.indexes, 0) < ${ofApplication}::int
      order by l.app, l.spent_ms desc, l.shape
    ) often where l.app = often.app and l.shape = often.shape`)
}

/** Returns whether a shape lacks its index, or an index has no shape any more. */
export async function areListIndexesDue(reader: Reader): Promise<boolean> {
  const row = await reader.row<{ due: boolean }>(sql`
    select exists (select from list_index l ${ofLiveTables} where l.wanted_since is not null and not (${isIndexed}))
      or exists (
        select from list_index l ${ofLiveTables} where l.wanted_since is null and exists (select from ${indexOfShape})
          and not exists (
            select from list_index o where o.app = l.app and o.index_name = l.index_name and o.wanted_since is not null)) as due`)
  return row!.due
}

/** Returns the keys of the shapes that have their index now, by the ids of the applications. */
export async function shapesWithIndex(reader: Reader): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await reader.rows<{ app: string; shapes: string[] }>(sql`
    select app, array_agg(shape) as shapes from list_index l where ${isIndexed} group by app`)
  return new Map(rows.map(({ app, shapes }) => [app, new Set(shapes)]))
}

export interface WantedShape {
  /** The key of the shape. */
  readonly shape: string
  readonly indexName: string
}

export function wantedShapes(reader: Reader, app: string): Promise<WantedShape[]> {
  return reader.rows<WantedShape>(sql`
    select shape, index_name as "indexName" from list_index
    where app = ${app} and wanted_since is not null order by wanted_since, shape`)
}

/** Stores the name of a shape's index after a field has changed. */
export async function renameIndex(tx: Tx, app: string, { shape, indexName }: WantedShape): Promise<void> {
  await tx.rows(sql`update list_index set index_name = ${indexName} where app = ${app} and shape = ${shape}`)
}

/** Gives up the index of a shape, for this day at least. */
export async function refuseIndex(tx: Tx, app: string, shape: string): Promise<void> {
  await tx.rows(
    sql`update list_index set wanted_since = null, refused_on = ${today} where app = ${app} and shape = ${shape}`,
  )
}

/** Forgets the shapes that indexes with these names serve. */
export async function forgetShapes(tx: Tx, app: string, indexNames: readonly string[]): Promise<void> {
  await tx.rows(sql`delete from list_index where app = ${app} and index_name = any (${indexNames}::text[])`)
}
