import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../../applications/application.ts'
import type { NewElement, WriteOrigin } from '../write/insert-elements.store.ts'

/** An element before it is written. It has no `__index` and no `__name`; the rules see 0 and null in their place. */
export type Candidate = Omit<NewElement, 'index' | 'name'>

/** A rule for new elements, and by whom and when they would be created. */
export interface CreateRule extends Pick<WriteOrigin, 'at' | 'by'> {
  readonly rule: Exclude<RowFilter, boolean>
}

/** Returns the positions, from 0, of the candidates that the rule would not cover if they existed. */
export async function refusedCandidates(
  reader: Reader,
  application: Application,
  candidates: readonly Candidate[],
  { rule, at, by }: CreateRule,
): Promise<number[]> {
  const column = (pick: (candidate: Candidate) => unknown): unknown[] => candidates.map(pick)
  const rows = await reader.rows<{ place: string }>(sql`
    select place - 1 as place from (
      select i.*, ${application.id}::uuid as app, 0::bigint as idx, null::text as name, ${at}::timestamptz as created_at,
        ${at}::timestamptz as updated_at, ${by}::uuid as updated_by, 1::bigint as rev, '[]'::jsonb as status_history
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ status }) => status)}::int[],
        ${column(({ statusGroup }) => statusGroup)}::uuid[], ${column(({ directory }) => directory)}::uuid[],
        ${column(({ externalId }) => externalId)}::text[], ${column(({ createdBy }) => createdBy)}::uuid[],
        ${column(({ deletedAt }) => deletedAt)}::timestamptz[],
        ${column(({ subscribers }) => JSON.stringify(subscribers))}::jsonb[],
        ${column(({ body }) => JSON.stringify(body))}::jsonb[])
        with ordinality as i(id, status, status_group, directory, external_id, created_by, deleted_at, subscribers,
          body, place)
    ) e where ${rowFilterSql(rule, sql`e`)} is not true order by place`)
  return rows.map(({ place }) => Number(place))
}
