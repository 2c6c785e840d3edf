import type { Reader } from '../../../foundation/db/database.ts'
import { join, type Sql, sql } from '../../../foundation/db/sql.ts'
import { hiddenMessage, hidesFromSome } from '../../definition/index.ts'

export interface IncidentRow {
  readonly id: string
  readonly instance: string
  readonly template: string
  readonly version: number
  readonly element: string
  readonly kind: string
  readonly message: string
  readonly state: string
}

export function incidentRow(reader: Reader, id: string): Promise<IncidentRow | undefined> {
  return reader.row<IncidentRow>(sql`
    select id::text, instance::text, template::text, version, element, kind, message, state from process_incident
    where id = ${id}`)
}

/** Open incidents with the same cause. */
export interface IncidentGroup {
  readonly template: string
  readonly namespace: string
  readonly code: string
  readonly element: string
  readonly kind: string
  readonly messageHash: string
  /** Message of the newest incident of the group. */
  readonly message: string
  readonly count: number
  readonly firstAt: string
  readonly lastAt: string
}

/** Returns the groups of open incidents, the largest first. */
export function incidentGroups(
  reader: Reader,
  {
    visible,
    text,
    template,
    size,
  }: {
    readonly visible: (row: Sql) => Sql
    /** Returns a text of an incident in the form that the caller may read. */
    readonly text: (row: Sql, text: Sql) => Sql
    readonly template?: string
    readonly size: number
  },
): Promise<IncidentGroup[]> {
  return reader.rows<IncidentGroup>(sql`
    select g.template::text, t.namespace, t.code, g.element, g.kind, g.message_hash as "messageHash", g.message,
      g.count, wire_time(g.first) as "firstAt", wire_time(g.last) as "lastAt"
    from (
      select e.template, e.element, e.kind, e.message_hash, count(*)::int as count, min(e.opened_at) as first,
        max(e.opened_at) as last, (array_agg(e.message order by e.opened_at desc))[1] as message
      from (select e.template, e.element, e.kind, e.state, e.opened_at, ${text(sql`e`, sql`e.message_hash`)} as message_hash,
        ${text(sql`e`, sql`e.message`)} as message from process_incident e where e.state = 'open') e
      where e.state = 'open' and ${visible(sql`e`)} and ${template === undefined ? sql`true` : sql`e.template = ${template}`}
      group by e.template, e.element, e.kind, e.message_hash
    ) g join process_template t on t.id = g.template
    order by g.count desc, g.last desc, g.message_hash limit ${size}`)
}

/** A selection of open incidents; an incident must match all parts that are given. */
export interface IncidentSelection {
  readonly ids?: readonly string[] | undefined
  readonly template?: string | undefined
  readonly element?: string | undefined
  /** Hash of the message, as the lists show it to the caller. */
  readonly messageHash?: string | undefined
  /** Predicate for the templates whose incidents are selected; absent for all templates. */
  readonly administered?: ((template: Sql) => Sql) | undefined
}

/**
 * Returns a query for the open incidents of a selection, for the items of a batch. `text` returns a text of an incident
 * in the form that the caller may read, so that the selection does not tell whether a hidden message has some hash.
 */
export function selectedIncidents(
  { ids, template, element, messageHash, administered }: IncidentSelection,
  text: (row: Sql, text: Sql) => Sql,
): Sql {
  const conditions = [
    sql`e.state = 'open'`,
    ...(ids === undefined ? [] : [sql`e.id = any (${ids}::uuid[])`]),
    ...(template === undefined ? [] : [sql`e.template = ${template}`]),
    ...(element === undefined ? [] : [sql`e.element = ${element}`]),
    ...(messageHash === undefined ? [] : [sql`${text(sql`e`, sql`e.message_hash`)} = ${messageHash}`]),
    ...(administered === undefined ? [] : [administered(sql`e.template`)]),
  ]
  return sql`select e.instance, e.id as incident from process_incident e where ${join(conditions, sql` and `)}`
}

/**
 * Returns the message of an incident that a retry opened again at the same element; undefined without such an
 * incident. The items of a batch keep the message, so the message is replaced if it can quote variables that are not
 * shown to everyone.
 */
export async function sameIncident(reader: Reader, retried: string): Promise<string | undefined> {
  const row = await reader.row<{ message: string }>(sql`
    select case when ${hidesFromSome({ instance: sql`i.instance`, template: sql`i.template` })}
      then ${hiddenMessage} else i.message end as message
    from process_incident r join process_incident i
      on i.instance = r.instance and i.element = r.element and i.state = 'open' and i.opened_at >= coalesce(r.ended_at, r.opened_at)
    where r.id = ${retried} and i.id <> r.id order by i.opened_at desc limit 1`)
  return row?.message
}
