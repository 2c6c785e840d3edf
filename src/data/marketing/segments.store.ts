import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import type { Source } from '../../query/index.ts'
import type { Stamp } from '../../solutions/index.ts'

/** The application and the filter that select the elements of a dynamic segment. */
export interface SegmentQuery {
  readonly namespace: string
  readonly code: string
  /** A filter as in lists of elements. */
  readonly filter: JsonObject
}

export interface NewSegment {
  readonly id: string
  readonly name: string
  readonly externalId: string | null
  readonly preference: string | null
  /** The query of a dynamic segment; absent for a static segment. */
  readonly query?: SegmentQuery
}

export async function insertSegment(tx: Tx, segment: NewSegment, { by, at }: Stamp): Promise<void> {
  const { id, name, externalId, preference, query } = segment
  await tx.rows(sql`
    insert into marketing_segment (id, name, external_id, preference, type, namespace, code, filter, created_at,
      created_by, updated_at, updated_by)
    values (${id}, ${name}, ${externalId}, ${preference}, ${query ? 'dynamic' : 'static'}, ${query?.namespace},
      ${query?.code}, ${query && JSON.stringify(query.filter)}::jsonb, ${at}, ${by}, ${at}, ${by})`)
}

/** A segment as stored. `query` is null for a static segment. */
export interface StoredSegment {
  readonly id: string
  readonly preference: string | null
  readonly query: SegmentQuery | null
}

/**
 * Returns a segment, or undefined when there is none. With the lock `againstDeletion`, the segment cannot be deleted
 * until the transaction ends.
 */
export async function segmentById(reader: Reader, id: string, lock: Sql = sql``): Promise<StoredSegment | undefined> {
  const row = await reader.row<{ text: string }>(sql`
    select jsonb_build_object('id', id, 'preference', preference, 'query', case when type = 'dynamic' then
      jsonb_build_object('namespace', namespace, 'code', code, 'filter', filter) end)::text as text
    from marketing_segment where id = ${id} ${lock}`)
  return row && JSON.parse(row.text)
}

/** The lock that keeps a segment from being deleted until the transaction ends. */
export const againstDeletion: Sql = sql`for key share`

/** Returns the row of a segment as JSON text. */
export async function segmentText(reader: Reader, source: Source, id: string): Promise<string | undefined> {
  const row = await reader.row<{ text: string }>(sql`
    select ${source.whole(sql`e`)} as text from marketing_segment e where e.id = ${id}`)
  return row?.text
}

export interface MemberChange {
  /** Ids of the subscribers whose membership changed. */
  readonly changed: readonly string[]
  /** Number of the given ids that belong to subscribers. */
  readonly known: number
}

/** Adds subscribers to a segment in one statement. Ids that belong to no subscriber are ignored. */
export async function addMembers(
  tx: Tx,
  segment: string,
  ids: readonly string[],
  { by, at }: Stamp,
): Promise<MemberChange> {
  const row = await tx.row<{ changed: string[]; known: number }>(sql`
    with known as (select id from marketing_subscriber where id = any(${ids}::uuid[])),
    added as (
      insert into marketing_member (segment, subscriber, added_at, added_by)
      select ${segment}::uuid, id, ${at}::timestamptz, ${by}::uuid from known order by id
      on conflict do nothing returning subscriber)
    select coalesce((select array_agg(subscriber::text) from added), '{}') as changed,
      (select count(*)::int from known) as known`)
  return row!
}

/** Removes subscribers from a segment in one statement. */
export async function removeMembers(tx: Tx, segment: string, ids: readonly string[]): Promise<MemberChange> {
  const row = await tx.row<{ changed: string[]; known: number }>(sql`
    with removed as (
      delete from marketing_member where segment = ${segment} and subscriber = any(${ids}::uuid[]) returning subscriber)
    select coalesce((select array_agg(subscriber::text) from removed), '{}') as changed,
      (select count(*)::int from marketing_subscriber where id = any(${ids}::uuid[])) as known`)
  return row!
}

/** Deletes a segment with its members. Returns its name; undefined when there is none. */
export async function deleteSegment(tx: Tx, id: string): Promise<{ name: string } | undefined> {
  return tx.row<{ name: string }>(sql`delete from marketing_segment where id = ${id} returning name`)
}
