import { usesOfInserted } from '../../../files/index.ts'
import { digestOf } from '../../../foundation/audit/index.ts'
import type { Tx } from '../../../foundation/db/database.ts'
import { Bound, join, nothing, type Sql, sql } from '../../../foundation/db/sql.ts'
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
  const name = nameExpression(application, sql`i.body`, sql`i.idx`) ?? sql`i.name`
  const initial = sql`case when i.status is null then '[]'::jsonb else jsonb_build_array(${statusEntry(sql`i.status`, at, by)}) end`
  const live = elements.filter(({ deletedAt }) => deletedAt === null).length
  return tx.rows(sql`
    with inserted as (
      insert into element (app, id, idx, name, status, status_group, directory, external_id, created_at, created_by,
        updated_at, updated_by, deleted_at, rev, status_history, subscribers, body)
      select ${app}, i.id, i.idx, ${name}, i.status, i.status_group, i.directory, i.external_id, ${at}, i.created_by,
        ${at}, ${by}, i.deleted_at, 1, ${initial}, i.subscribers, i.body
      from ${rowsOf(elements)} i
      returning *
    ), history as (
      insert into element_history (app, id, rev, at, by, action, changes, token_id, operation, request_id,
        published, digest_after)
      select app, id, 1, ${at}, ${by}, 'create', '{}', ${requestOf(origin)}, ${digestOf.inserted} from inserted
    ), ${keysOfInserted(application, elements)} ${usesOfInserted(application.filePlaces)} ${keyOf(origin.once, sql`inserted`)} counted as (
      update element_count c set live = c.live + ${live}::int, all_rows = c.all_rows + ${elements.length}::int,
        writes = c.writes + 1
      where c.app = ${app} and c.slot = pg_backend_pid() % 16
    )
    select id::text, ${withText ? source.whole(sql`inserted`, true) : sql`''`} as text from inserted`)
}

/** The columns of new rows whose values differ from row to row. */
const newColumns: readonly { name: Sql; type: Sql; of: (element: NewElement) => unknown }[] = [
  { name: sql`id`, type: sql`uuid`, of: ({ id }) => id },
  { name: sql`idx`, type: sql`bigint`, of: ({ index }) => index },
  { name: sql`name`, type: sql`text`, of: ({ name }) => name },
  { name: sql`status`, type: sql`int`, of: ({ status }) => status },
  { name: sql`status_group`, type: sql`uuid`, of: ({ statusGroup }) => statusGroup },
  { name: sql`directory`, type: sql`uuid`, of: ({ directory }) => directory },
  { name: sql`external_id`, type: sql`text`, of: ({ externalId }) => externalId },
  { name: sql`created_by`, type: sql`uuid`, of: ({ createdBy }) => createdBy },
  { name: sql`deleted_at`, type: sql`timestamptz`, of: ({ deletedAt }) => deletedAt },
  { name: sql`subscribers`, type: sql`jsonb`, of: ({ subscribers }) => JSON.stringify(subscribers) },
  { name: sql`body`, type: sql`jsonb`, of: ({ body }) => JSON.stringify(body) },
]

/**
 * Returns the new rows as a table. A single row has a form of its own: PostgreSQL reads its values faster than lists,
 * and knows that there is one row, so that it does not make a new plan for each statement.
 */
function rowsOf(elements: readonly NewElement[]): Sql {
  const [one] = elements
  if (one !== undefined && elements.length === 1)
    return sql`(select ${join(newColumns.map(({ name, type, of }) => sql`${new Bound(of(one))}::${type} as ${name}`))})`
  const lists = newColumns.map(({ type, of }) => sql`${new Bound(elements.map(of))}::${type}[]`)
  return sql`(select * from unnest(${join(lists)}) as u(${join(newColumns.map(({ name }) => name))}))`
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
