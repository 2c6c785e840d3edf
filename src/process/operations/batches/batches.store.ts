import { type Sql, sql } from '../../../foundation/db/sql.ts'

/** Returns a query for the items of a job from a query with the columns `instance` and `incident`. */
export const batchItems = (items: Sql): Sql => sql`
  select q.instance as id, q.incident as part, row_number() over (order by q.instance, q.incident)::int as position
  from (${items}) q`

/** The condition for jobs `b` that are batches. */
export const isBatch = sql`b.kind in ('move', 'interrupt', 'retry')`

/** The JSON of a batch `b` in exports of the retention. */
export const batchLine = sql`json_build_object('type', 'batch', 'batch', json_build_object(
  'id', b.id, 'kind', b.kind,
  'state', case when b.state = 'cancelled' then 'cancelled' when b.failed > 0 or b.state = 'failed' then 'completedWithErrors'
    else 'completed' end,
  'template', b.settings ->> 'template', 'settings', b.settings -> 'parameters', 'total', b.total,
  'done', b.processed - b.failed, 'failed', b.failed, 'created_at', b.created_at, 'created_by', b.created_by,
  'started_at', b.started_at, 'ended_at', b.ended_at))::text`

/** The JSON of an item `i` of a batch in exports of the retention. */
export const batchItemLine = sql`json_build_object('type', 'batchItem', 'item', json_build_object(
  'batch', i.job, 'position', i.position, 'instance', i.subject, 'incident', i.part, 'state', coalesce(i.state, 'new'),
  'reasons', i.reasons))::text`
