import type { Reader, Tx } from '../../foundation/db/database.ts'
import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'
import type { FactRow } from './facts.ts'

/**
 * Returns the SQL that inserts the facts of a table or subquery with the columns of `FactRow`; it can be a part of a
 * larger statement.
 */
export const insertFacts = (source: Sql): Sql => sql`
  insert into notification_fact (id, key, event, receivers, about, app, details, by, at)
  select f.id, f.key, f.event, f.receivers, f.about, f.app, f.details, f."by", f.at from ${source} f`

/** Writes facts. */
export async function writeFacts(tx: Tx, facts: readonly FactRow[]): Promise<void> {
  await tx.rows(
    insertFacts(sql`(select x.* from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as x(id uuid, key text, event text,
      receivers uuid[], about jsonb, app uuid, details jsonb, "by" uuid, at timestamptz))`),
  )
}

/** Returns whether a fact of one of these events waits. */
export async function hasFacts(reader: Reader, events: readonly string[]): Promise<boolean> {
  return (
    (await reader.row(sql`select from notification_fact where event = any (${events}::text[]) limit 1`)) !== undefined
  )
}

/** A fact, with the name of the user who acted. */
export interface TakenFact extends FactRow {
  readonly byName: string | null
}

/**
 * Deletes the oldest facts of these events and returns them. Leaves out facts that another node is taking. Facts of
 * unknown events, which a newer release has written, wait for a node of that release.
 */
export async function takeFacts(tx: Tx, events: readonly string[], maxCount: number): Promise<TakenFact[]> {
  const rows = await tx.rows<{ [K in keyof TakenFact]: K extends 'about' | 'details' ? string : TakenFact[K] }>(sql`
    with taken as (
      delete from notification_fact where id in (
        select id from notification_fact where event = any (${events}::text[])
        order by id limit ${maxCount} for update skip locked)
      returning *)
    select t.id::text, t.key, t.event, t.receivers::text[] as receivers, t.about, t.app::text, t.details, t.by::text,
      wire_time(t.at) as at, nullif(concat_ws(' ', nullif(u.lastname, ''), nullif(u.firstname, '')), '') as "byName"
    from taken t left join users u on u.id = t.by order by t.id`)
  return rows.map((row) => ({ ...row, about: JSON.parse(row.about), details: JSON.parse(row.details) }))
}

/**
 * Returns the active users that each id of a user, a group or an item of the organisation chart stands for. Ids without
 * an active user are left out.
 */
export async function usersNamed(reader: Reader, ids: readonly string[]): Promise<Map<string, readonly string[]>> {
  const rows = await reader.rows<{ named: string; users: string[] }>(sql`
    with named as materialized (select id from unnest(${ids}::uuid[]) n (id)),
    found as (
      select id as named, id from named
      union
      select g.id, w.id from named n join user_group g on g.id = n.id and g.deleted_at is null
        cross join lateral users_of_group(g.id) w (id)
      union
      select i.id, h.user_id from named n join org_item i on i.id = n.id and i.deleted_at is null
        cross join lateral (
          with recursive below (id) as (
            select i.id union all
            select b.id from below w join org_item b on b.parent = w.id where b.deleted_at is null and i.kind = 'department'
          ) select id from below) p join org_holder h on h.item = p.id
    )
    select f.named::text, array_agg(u.id::text) as users from found f join users u on u.id = f.id
    where u.status = 2 and u.deleted_at is null group by f.named`)
  return new Map(rows.map(({ named, users }) => [named, users]))
}

export interface Substituted {
  readonly principal: string
  readonly substitute: string
  readonly kind: 'instead' | 'together'
  /** Paths `namespace.code` of the applications that the substitution covers; null for all. */
  readonly applications: readonly string[] | null
}

/** Returns the current substitutions of these principals by active users. */
export function substitutionsOf(reader: Reader, principals: readonly string[], now: Date): Promise<Substituted[]> {
  const time = sql`${new Bound(now)}::timestamptz`
  return reader.rows<Substituted>(sql`
    select s.principal::text, s.substitute::text, s.kind, s.applications
    from substitution s join users u on u.id = s.substitute and u.status = 2 and u.deleted_at is null
    where s.principal = any (${principals}::uuid[]) and s.ended_at is null
      and s.from_at <= ${time} and (s.until_at is null or s.until_at > ${time})`)
}
