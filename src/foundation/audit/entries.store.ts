import type { Reader } from '../db/database.ts'
import { join, type Sql, sql } from '../db/sql.ts'
import { fullName, shownName } from '../db/user-name.ts'
import { sealedUntil } from './seals.store.ts'

/** The filter for audit entries; an entry must match all parts that are given. */
export interface EntryFilter {
  readonly userId?: string | undefined
  readonly operation?: string | undefined
  readonly object?: ObjectFilter | undefined
  readonly outcome?: 'done' | 'refused' | undefined
  /** `notImported` leaves out the revisions of elements that imports wrote. */
  readonly elements?: 'all' | 'notImported' | undefined
  readonly requestId?: string | undefined
  readonly from?: Date | undefined
  /** End of the period, exclusive. */
  readonly to?: Date | undefined
}

/**
 * The object to filter by: an element, all elements of an application, or the text in the object column of the audit
 * table.
 */
export type ObjectFilter =
  | { readonly namespace: string; readonly code: string; readonly id: string | undefined }
  | { readonly text: string }

/** The position where a page ended; turn and revision are decimal texts. */
export interface AuditCursor {
  readonly turn: string
  readonly id: string
  readonly rev: string
}

export interface EntryRow extends AuditCursor {
  /** The audit entry as JSON. */
  readonly text: string
}

/**
 * Returns rows of the audit table and the element history that follow `after`, newest first. They are ordered by
 * turn, that is, by the number of the transaction that wrote them.
 */
export async function entriesBehind(
  reader: Reader,
  filter: EntryFilter,
  after: AuditCursor | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const turns = await turnsOfTimes(reader, filter)
  const parts = [
    ...(isOfElements(filter.object) ? [] : [entries(entryConditions(filter), turns, after, limit)]),
    ...(isOfOthers(filter) ? [] : [revisions(revisionConditions(filter), turns, after, limit)]),
  ]
  if (parts.length === 0) return []
  return reader.rows<EntryRow>(sql`
    select e.turn, e.id, e.rev, jsonb_build_object('id', e.name, 'at', wire_time(e.at), 'userId', e.user_id,
      'who', (select jsonb_build_object('login', w.login, 'name', ${fullName(sql`w`)}) from users w where w.id = e.user_id),
      'tokenId', e.token_id, 'operation', e.operation, 'object', e.object,
      'objectName', coalesce(e.object_name, (select ${shownName(sql`w`)} from users w where w.id = ${userOfObject})), 'action', e.action, 'before', e.before,
      'after', e.after, 'outcome', e.outcome, 'code', e.code, 'requestId', e.request_id)::text as text
    from (${join(parts, sql` union all `)}) e ${newestFirst(sql`e`)} limit ${limit}`)
}

/** SQL for the id of the user whom the object of an entry belongs to; null for other objects. */
const userOfObject = sql`(regexp_match(e.object,
  '^(?:user|password|sessions|invitation|user_settings|notification_settings):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$'))[1]::uuid`

const newestFirst = (row: Sql): Sql => sql`order by ${row}.turn desc, ${row}.id desc, ${row}.rev desc`

function entries(conditions: readonly Sql[], turns: Turns, after: AuditCursor | undefined, limit: number): Sql {
  const row = sql`a`
  const where = join([...conditions, ...within(row, sql`0::bigint`, turns, after)], sql` and `)
  return sql`(select a.turn, a.id, 0::bigint as rev, a.id::text as name, a.at, a.user_id, a.token_id, a.operation, a.object,
      coalesce(a.after ->> 'name', a.before ->> 'name', a.after ->> 'file') as object_name, null as action, a.before, a.after, a.outcome, a.code, a.request_id
    from audit a where ${where} order by a.turn desc, a.id desc limit ${limit})`
}

/**
 * Returns the query for revisions of elements. The inner query selects the page, so that before and after values are
 * built only for the rows shown.
 */
function revisions(conditions: readonly Sql[], turns: Turns, after: AuditCursor | undefined, limit: number): Sql {
  const row = sql`h`
  const where = join([...conditions, ...within(row, sql`h.rev`, turns, after)], sql` and `)
  const values = (at: 0 | 1): Sql =>
    sql`(select jsonb_object_agg(c.key, c.value -> ${at}::int) from jsonb_each(h.changes) c)`
  return sql`(select h.turn, h.id, h.rev, concat(h.id, '/', h.rev) as name, h.at, h.by as user_id, h.token_id, h.operation,
      concat('element:', p.namespace, '.', p.code, '/', h.id) as object,
      (select e.name from element e where e.app = h.app and e.id = h.id) as object_name, h.action, ${values(0)} as before,
      ${values(1)} as after, 'done' as outcome, null as code, h.request_id
    from (select * from element_history h where ${where} ${newestFirst(row)} limit ${limit}) h
    left join application p on p.id = h.app)`
}

function within(row: Sql, rev: Sql, { lowest, behindHighest }: Turns, after: AuditCursor | undefined): Sql[] {
  const conditions = [sql`true`]
  if (lowest !== null) conditions.push(sql`${row}.turn >= ${lowest}::bigint`)
  if (behindHighest !== null) conditions.push(sql`${row}.turn < ${behindHighest}::bigint`)
  if (after === undefined) return conditions
  // The second condition implies the first, but the first lets the index seek to the position.
  conditions.push(sql`${row}.turn <= ${after.turn}::bigint`)
  conditions.push(
    sql`(${row}.turn, ${row}.id, ${rev}) < (${after.turn}::bigint, ${after.id}::uuid, ${after.rev}::bigint)`,
  )
  return conditions
}

function entryConditions({ object, outcome, userId, ...others }: EntryFilter): Sql[] {
  const conditions = commonConditions(sql`a`, others)
  if (userId !== undefined) conditions.push(sql`a.user_id = ${userId}`)
  if (outcome !== undefined) conditions.push(sql`a.outcome = ${outcome}`)
  if (object !== undefined && 'text' in object) conditions.push(sql`a.object = ${object.text}`)
  return conditions
}

function revisionConditions({ object, userId, elements, ...others }: EntryFilter): Sql[] {
  const conditions = commonConditions(sql`h`, others)
  if (elements === 'notImported') conditions.push(sql`h.operation is distinct from ${'importElements'}`)
  if (userId !== undefined) conditions.push(sql`h.by = ${userId}`)
  if (object === undefined || 'text' in object) return conditions
  const { namespace, code, id } = object
  conditions.push(sql`h.app = (select id from application where namespace = ${namespace} and code = ${code})`)
  if (id !== undefined) conditions.push(sql`h.id = ${id}`)
  return conditions
}

function commonConditions(row: Sql, { operation, requestId, from, to }: EntryFilter): Sql[] {
  const conditions: Sql[] = []
  if (operation !== undefined) conditions.push(sql`${row}.operation = ${operation}`)
  if (requestId !== undefined) conditions.push(sql`${row}.request_id = ${requestId}`)
  if (from !== undefined) conditions.push(sql`${row}.at >= ${from}`)
  if (to !== undefined) conditions.push(sql`${row}.at < ${to}`)
  return conditions
}

const isOfElements = (object: ObjectFilter | undefined): boolean => object !== undefined && 'code' in object
const isOfOthers = ({ object, outcome }: EntryFilter): boolean =>
  outcome === 'refused' || (object !== undefined && 'text' in object)

interface Turns {
  readonly lowest: string | null
  readonly behindHighest: string | null
}

/**
 * Returns the range of turns that covers a period of time. Seals know the times of their rows, and rows without a
 * seal are few.
 */
async function turnsOfTimes(reader: Reader, { from, to }: EntryFilter): Promise<Turns> {
  if (from === undefined && to === undefined) return { lowest: null, behindHighest: null }
  const unsealed = (table: Sql): Sql =>
    sql`(select max(turn) + 1 from ${table} where turn >= ${sealedUntil} and at < ${to ?? null}::timestamptz)`
  const row = await reader.row<Turns>(sql`
    select case when ${from ?? null}::timestamptz is null then null else coalesce(
        (select from_turn from audit_seal where newest >= ${from ?? null}::timestamptz order by no limit 1), ${sealedUntil}) end as lowest,
      case when ${to ?? null}::timestamptz is null then null else greatest(0,
        (select to_turn from audit_seal where oldest < ${to ?? null}::timestamptz order by no desc limit 1),
        ${unsealed(sql`audit`)}, ${unsealed(sql`element_history`)}) end as "behindHighest"`)
  return row!
}
