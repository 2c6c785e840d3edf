import type { Reader } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'

/** How often lists of a shape were read. */
export interface ListUses {
  readonly app: string
  /** The key of the shape. */
  readonly shape: string
  readonly uses: number
}

/** When lists of a shape get an index, and when they lose it. */
export interface IndexLimits {
  /** The minimum number of such lists in a day. */
  readonly uses: number
  /** The minimum number of elements that such lists would have read in a day without an index. */
  readonly elements: number
  /** The maximum number of such indexes of an application. */
  readonly ofApplication: number
  /** The number of days after which an index that no list uses is dropped. */
  readonly unusedDays: number
}

const today: Sql = sql`(platform_now() at time zone 'utc')::date`

export async function addUses(reader: Reader, uses: readonly ListUses[]): Promise<void> {
  await reader.rows(sql`
    insert into list_index as l (app, shape, uses, used_on)
    select app, shape, uses, ${today}
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) u (app uuid, shape text, uses bigint)
    order by app, shape
    on conflict (app, shape) do update set used_on = excluded.used_on,
      uses = excluded.uses + case when l.used_on = excluded.used_on then l.uses else 0 end`)
}

/**
 * Decides which shapes of lists get an index: for each application with a field table, at most one more in a call, the
 * most used one. Forgets shapes that are not used any more. Returns whether indexes are to be built or dropped.
 */
export async function settle(reader: Reader, limits: IndexLimits): Promise<boolean> {
  const { uses, elements, ofApplication, unusedDays } = limits
  const row = await reader.row<{ due: boolean }>(sql`
    with forgotten as (
      delete from list_index where used_on < ${today} - case when wanted_since is null then 1 else ${unusedDays}::int end
      returning wanted_since
    ), often as (
      select distinct on (app) app, shape from list_index l
      where wanted_since is null and used_on = ${today} and uses >= ${uses}::bigint
        and uses * (select coalesce(sum(all_rows), 0) from element_count c where c.app = l.app) >= ${elements}::bigint
        and exists (select from field_table f where f.app = l.app and f.columns is not null)
        and (select count(*) from list_index o where o.app = l.app and o.wanted_since is not null) < ${ofApplication}::int
      order by app, uses desc, shape
    ), chosen as (
      update list_index l set wanted_since = platform_now() from often where l.app = often.app and l.shape = often.shape
      returning l.app
    )
    select exists (select from chosen) or exists (select from forgotten where wanted_since is not null)
      or exists (select from list_index where wanted_since is not null and not is_built) as due`)
  return row!.due
}

/** A shape of lists that has an index or is to get one. */
export interface WantedShape {
  readonly shape: string
  readonly isBuilt: boolean
}

export function wantedShapes(reader: Reader, app: string): Promise<WantedShape[]> {
  return reader.rows<WantedShape>(sql`
    select shape, is_built as "isBuilt" from list_index where app = ${app} and wanted_since is not null order by shape`)
}

/** Marks the shapes as served by an index. */
export async function markBuilt(reader: Reader, app: string, shapes: readonly string[]): Promise<void> {
  await reader.rows(sql`update list_index set is_built = true where app = ${app} and shape = any (${shapes}::text[])`)
}
