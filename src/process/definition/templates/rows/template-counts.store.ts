import type { Reader } from '../../../../foundation/db/database.ts'
import { sql } from '../../../../foundation/db/sql.ts'

/** Maximum number of open incidents that are counted for one template. */
const maxCountedIncidents = 1_000

/** Numbers of the instances of a template. */
export interface InstanceCounts {
  readonly running: number
  readonly finished: number
  /** Number of open incidents, up to `maxCountedIncidents`. */
  readonly incidents: number
}

/**
 * Returns the numbers of instances and open incidents of templates. The cost does not depend on the number of
 * instances, because the instances of a template are counted when they start and end.
 */
export async function instanceCounts(
  reader: Reader,
  templates: readonly string[],
): Promise<ReadonlyMap<string, InstanceCounts>> {
  const rows = await reader.rows<InstanceCounts & { id: string }>(sql`
    select t.id::text, c.running::float8 as running, c.finished::float8 as finished, i.incidents
    from unnest(${templates}::uuid[]) t (id),
      lateral (select coalesce(sum(active), 0) as running, coalesce(sum(all_rows - active), 0) as finished
        from process_count where template = t.id) c,
      lateral (select count(*)::int as incidents from (select from process_incident
        where template = t.id and state = 'open' limit ${maxCountedIncidents}) open) i`)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
