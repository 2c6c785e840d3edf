import { rowDigest } from '../src/foundation/audit/index.ts'
import type { Database, Tx } from '../src/foundation/db/database.ts'
import { id, sql } from '../src/foundation/db/sql.ts'
import { idPrefix } from './template.ts'

const rowsAtOnce = 10_000
const secondsApart = 7

/**
 * Makes `rows` copies of an element that the server wrote, with history, unique keys and counters. Copy n has the id
 * `elementId(n)` and is newer than copy n - 1. The copies have ten categories and statuses, and amounts spread evenly
 * over 0 … rows; 8.6 % have no due date.
 */
export async function copyElement(database: Database, app: string, modelId: string, rows: number): Promise<void> {
  for (let from = 1; from <= rows; from += rowsAtOnce) {
    const to = Math.min(rows, from + rowsAtOnce - 1)
    await database.transaction((tx) => insertCopies(tx, { app, modelId, rows, from, to }))
  }
  await database.single.rows(sql`
    update element_count set live = live + ${rows}::bigint, all_rows = all_rows + ${rows}::bigint, writes = writes + 1
    where app = ${app} and slot = 0`)
  await database.single.rows(sql`update element_index set next = next + ${rows}::bigint where app = ${app}`)
  for (const table of ['element_default', 'element_history', 'element_key', 'element_count', 'element_index']) {
    await database.outsideTransaction(sql`vacuum (analyze) ${id(table)}`)
  }
}

interface Copies {
  readonly app: string
  readonly modelId: string
  /** Number of all copies; this batch holds the copies numbered `from` to `to`. */
  readonly rows: number
  readonly from: number
  readonly to: number
}

async function insertCopies(tx: Tx, { app, modelId, rows, from, to }: Copies): Promise<void> {
  await tx.rows(sql`
    with made as (
      insert into element (app, id, idx, name, status, status_group, directory, external_id, created_at, created_by,
        updated_at, updated_by, deleted_at, rev, status_history, subscribers, body)
      select m.app, (${idPrefix} || lpad(to_hex(n), 12, '0'))::uuid, n + 1, m.name, m.status + n % 10,
        m.status_group, m.directory, m.external_id, at, m.created_by, at, m.updated_by, null, 1,
        jsonb_build_array((m.status_history -> 0) || jsonb_build_object('status', m.status + n % 10, '__createdAt', wire_time(at))),
        m.subscribers,
        m.body || jsonb_build_object('code', 'A-' || n, 'title', 'Delivery of office furniture, lot ' || n,
          'amount', (n::bigint * 7919) % ${rows}::bigint + 0.5, 'quantity', n % 100, 'paid', n % 3 = 0,
          'weight', (n::bigint * 104729 % 100003) / 8.0, 'rating', n % 11,
          'due', case when n % 93 >= 8 then to_char(date '2026-01-01' + n % 365, 'YYYY-MM-DD') || 'T00:00:00Z' end,
          'category', jsonb_build_array(jsonb_build_object('code', 'c' || n % 10, 'name', 'Category ' || n % 10)))
      from element m, generate_series(${from}::int, ${to}::int) n,
        lateral (select m.created_at - make_interval(secs => (${rows}::int - n) * ${secondsApart}::int) as at) as stamp
      where m.app = ${app} and m.id = ${modelId}
      returning *
    ), history as (
      insert into element_history (app, id, rev, at, by, action, changes, digest_after)
      select app, id, 1, created_at, created_by, 'create', '{}', ${rowDigest(sql`made`)} from made
    )
    insert into element_key (app, key, value, id)
    select app, 'code', element_key_value(jsonb_build_array(body -> 'code')), id from made`)
}
