import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { Chain } from './chains.ts'

/** How long the place of an instance in a chain counts, as an interval of the database. */
const counted = sql`interval '1 day'`

/** The instance that caused something, with its place in a chain. */
export interface Cause extends Chain {
  readonly template: string
  readonly item: string | null
}

/**
 * Returns an instance with its place in a chain. For a called instance, the place of the outermost calling instance
 * is read too, and the higher numbers are returned. A task that a person has completed since begins a new chain.
 */
export async function causeOf(reader: Reader, instance: string): Promise<Cause | undefined> {
  return reader.row<Cause>(sql`
    select i.template::text, i.item::text, coalesce(c.depth, 0) as depth, coalesce(c.hops, 0) as hops
    from process_instance i left join lateral (
      select max(d.depth) as depth, max(d.hops) as hops from process_start_depth d
      where d.instance in (i.id, i.root) and d.at > platform_now() - ${counted} and not exists (
        select from process_task t where t.instance in (i.id, i.root) and t.outcome ? 'by' and t.ended_at >= d.at)
    ) c on true
    where i.id = ${instance}`)
}

/** Stores the place of a new instance in a chain. */
export async function insertChain(tx: Tx, instance: string, { depth, hops }: Chain): Promise<void> {
  await tx.rows(sql`
    insert into process_start_depth (instance, depth, hops, at) values (${instance}, ${depth}, ${hops}, platform_now())`)
}

/**
 * Stores that an event has reached instances after this number of hops; 0 for an event from outside, which begins a new
 * chain.
 */
export async function reachedAfter(tx: Tx, instances: readonly string[], hops: number): Promise<void> {
  if (instances.length === 0) return
  if (hops === 0) {
    await tx.rows(sql`delete from process_start_depth where instance = any(${instances}::uuid[])`)
    return
  }
  await tx.rows(sql`
    insert into process_start_depth as d (instance, depth, hops, at)
    select distinct i, 0, ${hops}::int, platform_now() from unnest(${instances}::uuid[]) i
    on conflict (instance) do update set hops = excluded.hops, at = excluded.at`)
}

/** Deletes the places that no longer count. Returns their number. */
export async function deleteOldChains(reader: Reader): Promise<number> {
  const rows = await reader.rows(
    sql`delete from process_start_depth where at <= platform_now() - ${counted} returning depth`,
  )
  return rows.length
}
