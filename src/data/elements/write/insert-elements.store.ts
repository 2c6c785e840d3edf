import { usesOfInserted } from '../../../files/index.ts'
import { rowDigest } from '../../../foundation/audit/index.ts'
import type { Tx } from '../../../foundation/db/database.ts'
import { Bound, nothing, type Sql, sql } from '../../../foundation/db/sql.ts'
import { keyOf, type Once } from '../../../foundation/idempotency/index.ts'
import type { Source } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import { keyRows } from '../source/key-rows.ts'
import { nameExpression } from '../source/name-template.ts'

export interface NewElement {
  readonly id: string
  readonly index: number
  /** The name; ignored when the application has a name template. */
  readonly name: string | null
  readonly status: number | null
  readonly statusGroup: string | null
  readonly directory: string | null
  readonly externalId: string | null
  readonly createdBy: string
  readonly deletedAt: Date | null
  readonly subscribers: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
}

export interface WriteOrigin {
  readonly by: string
  readonly at: Date
  /** The token, operation and request id for the audit log; null without a request. */
  readonly tokenId: string | null
  readonly operation: string | null
  readonly requestId: string | null
  /** The idempotency key, stored by the same statement that writes the element. */
  readonly once?: Once | undefined
  /** Whether readers of published events receive the change; defaults to true. */
  readonly isPublished?: boolean
}

/** The parameters of every statement that writes elements of an application. */
export interface ElementWrite {
  readonly source: Source
  readonly application: Application
  readonly origin: WriteOrigin
}

/**
 * Inserts elements with their history, unique keys and counters in one statement. Returns the rows as JSON text; with
 * `withText` false the texts are empty, which saves about half of the time.
 */
export async function insertElements(
  tx: Tx,
  { source, application, origin }: ElementWrite,
  elements: readonly NewElement[],
  { withText = true } = {},
): Promise<{ id: string; text: string }[]> {
  const app = new Bound(application.id)
  const at = new Bound(origin.at)
  const by = new Bound(origin.by)
  const column = (pick: (element: NewElement) => unknown): unknown[] => elements.map(pick)
  const name = nameExpression(application, sql`i.body`, sql`i.idx`) ?? sql`i.name`
  // The limit tells the planner that there is one row; without the limit, it makes a new plan for each statement.
  const isOne = elements.length === 1
  const initial = sql`case when i.status is null then '[]'::jsonb else jsonb_build_array(${statusEntry(sql`i.status`, at, by)}) end`
  return tx.rows(sql`
    with inserted as (
      insert into element (app, id, idx, name, status, status_group, directory, external_id, created_at, created_by,
        updated_at, updated_by, deleted_at, rev, status_history, subscribers, body)
      select ${app}, i.id, i.idx, ${name}, i.status, i.status_group, i.directory, i.external_id, ${at}, i.created_by,
        ${at}, ${by}, i.deleted_at, 1, ${initial}, i.subscribers, i.body
      from unnest(${column(({ id }) => id)}::uuid[], ${column(({ index }) => index)}::bigint[],
        ${column(({ name }) => name)}::text[], ${column(({ status }) => status)}::int[],
        ${column(({ statusGroup }) => statusGroup)}::uuid[], ${column(({ directory }) => directory)}::uuid[],
        ${column(({ externalId }) => externalId)}::text[], ${column(({ createdBy }) => createdBy)}::uuid[],
        ${column(({ deletedAt }) => deletedAt)}::timestamptz[],
        ${column(({ subscribers }) => JSON.stringify(subscribers))}::jsonb[],
        ${column(({ body }) => JSON.stringify(body))}::jsonb[])
        as i(id, idx, name, status, status_group, directory, external_id, created_by, deleted_at, subscribers, body)
      ${isOne ? sql`limit 1` : nothing}
      returning *
    ), history as (
      insert into element_history (app, id, rev, at, by, action, changes, token_id, operation, request_id,
        published, digest_after)
      select app, id, 1, ${at}, ${by}, 'create', '{}', ${requestOf(origin)}, ${rowDigest(sql`inserted`)} from inserted
    ), ${keysOfInserted(application, elements)} ${usesOfInserted(application.filePlaces)} ${keyOf(origin.once, sql`inserted`)} counted as (
      update element_count c set live = c.live + n.live, all_rows = c.all_rows + n.all_rows, writes = c.writes + 1
      from (select count(*) as all_rows, count(*) filter (where deleted_at is null) as live from inserted) n
      where c.app = ${app} and c.slot = pg_backend_pid() % 16
    )
    select id::text, ${withText ? source.whole(sql`inserted`) : sql`''`} as text from inserted`)
}

function keysOfInserted(application: Application, elements: readonly NewElement[]): Sql {
  const keys = keyRows(
    application,
    sql`e`,
    elements.some(({ externalId }) => externalId !== null),
  )
  if (keys === undefined) return nothing
  return sql`keys as (
      insert into element_key (app, key, value, id)
      select e.app, k.key, k.value, e.id from inserted e cross join lateral ${keys} as k(key, value)
      where k.value is not null and e.deleted_at is null
    ),`
}

/** Returns the values for the history columns `token_id, operation, request_id, published`. */
export function requestOf({ tokenId, operation, requestId, isPublished = true }: WriteOrigin): Sql {
  return sql`${tokenId}::uuid, ${operation}::text, ${requestId}::text, ${isPublished}::boolean`
}

export function statusEntry(status: Sql, at: Bound, by: Bound): Sql {
  return sql`jsonb_build_object('status', ${status}, '__createdAt', wire_time(${at}), '__createdBy', ${by}::uuid)`
}
