import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import type { Reader, Tx } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Variables } from '../../engine/index.ts'

/** The column with the template of a row of `process_wait` or `process_start`. */
export const templateOf = (row: Sql): Sql => sql`${row}.template`

/**
 * Returns the filter for the rows of `process_wait` in instances that a caller sees. `visible` is the predicate for
 * these instances.
 */
export function ofSeenInstance(visible: (row: Sql, ofMany: boolean) => Sql): RowFilter {
  return (row) => ({
    sql: sql`exists (select from process_instance i where i.id = ${row}.instance and ${visible(sql`i`, false)})`,
    looksElsewhere: true,
  })
}

/** Returns the ids of the given instances that match a predicate. */
export async function seenInstances(
  reader: Reader,
  ids: readonly string[],
  visible: (row: Sql, ofMany: boolean) => Sql,
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ id: string }>(sql`
    select i.id::text from process_instance i where i.id = any(${ids}::uuid[]) and ${visible(sql`i`, false)}`)
  return new Set(rows.map(({ id }) => id))
}

/** A waiting event, in one version of a template. */
export interface WaitingEvent {
  readonly template: string
  readonly version: number
  readonly element: string
}

export interface WaitingInstance extends WaitingEvent {
  readonly instance: string
  readonly wait: string
}

/**
 * Returns, for each template, one wait for a message. A wait with a matching key comes before a wait without a key,
 * and the oldest wait comes first. `tried` lists the waits to leave out, because the message was tried on them
 * before.
 */
export function waitingForMessage(
  reader: Reader,
  {
    name,
    key,
    reach,
    tried,
  }: {
    readonly name: string
    readonly key: string | null
    readonly reach: RowFilter
    readonly tried: readonly string[]
  },
): Promise<WaitingInstance[]> {
  return reader.rows(sql`
    select distinct on (w.template) w.template::text, w.instance::text, w.id::text as wait, w.version,
      w.element from process_wait w
    where w.kind = 'message' and w.name = ${name} and (w.key is null or w.key = ${key}) and w.id <> all(${tried}::uuid[])
      and ${rowFilterSql(reach, sql`w`)}
    order by w.template, w.key nulls last, w.opened_at, w.instance, w.id`)
}

export interface EventStart {
  readonly template: string
  readonly element: string
}

/**
 * Returns the start events that a message or signal triggers, in the newest versions of templates that are not
 * retired.
 */
export function startsByName(
  reader: Reader,
  { kind, name, reach }: { readonly kind: 'message' | 'signal'; readonly name: string; readonly reach: RowFilter },
): Promise<EventStart[]> {
  return reader.rows(sql`
    select s.template::text, s.element from process_start s
    where s.kind = ${kind} and s.name = ${name} and ${rowFilterSql(reach, sql`s`)}
      and exists (select from process_template t where t.id = s.template and t.retired_at is null)
    order by s.template, s.element`)
}

/**
 * Returns the query for the instances that have called an instance, directly or through others, with their distance.
 */
const callersOf = (instance: string): Sql => sql`(
  with recursive caller (id, distance) as (
    select parent, 1 from process_instance where id = ${instance} and parent is not null
    union all
    select i.parent, c.distance + 1 from process_instance i join caller c on i.id = c.id where i.parent is not null)
  select id, distance from caller)`

/**
 * Returns the waits for a signal in the instances that have called its sender, the nearest first, and locks these
 * instances: another signal that is being delivered closes its waits and can open new ones.
 */
export async function signalWaitsOfCallers(tx: Tx, name: string, sender: string): Promise<WaitingInstance[]> {
  const waiting = sql`process_wait w join ${callersOf(sender)} c on c.id = w.instance
    where w.kind = 'signal' and w.name = ${name}`
  const locked = await tx.rows(sql`
    select from process_instance where id in (select w.instance from ${waiting}) order by id for update`)
  if (locked.length === 0) return []
  return tx.rows(sql`
    select w.instance::text, w.id::text as wait, w.template::text, w.version, w.element
    from ${waiting} order by c.distance, w.opened_at, w.id`)
}

export async function countWaitingForSignal(reader: Reader, name: string): Promise<number> {
  const row = await reader.row<{ count: number }>(sql`
    select count(*)::int as count from process_wait w where w.kind = 'signal' and w.name = ${name}`)
  return row!.count
}

/** Returns the events that wait for a signal and that the sender may reach. */
export function eventsOfSignal(reader: Reader, name: string, reach: RowFilter): Promise<WaitingEvent[]> {
  return reader.rows(sql`
    select distinct w.template::text as template, w.version, w.element from process_wait w
    where w.kind = 'signal' and w.name = ${name} and ${rowFilterSql(reach, sql`w`)}`)
}

/** Returns the waits for a signal that the sender may reach. */
export async function waitsForSignal(reader: Reader, name: string, reach: RowFilter): Promise<string[]> {
  const rows = await reader.rows<{ id: string }>(sql`
    select w.id::text from process_wait w
    where w.kind = 'signal' and w.name = ${name} and ${rowFilterSql(reach, sql`w`)}`)
  return rows.map(({ id }) => id)
}

export interface Broadcast {
  readonly id: string
  readonly name: string
  readonly variables: Variables
  readonly by: string
  readonly createdAt: string
  /** Place of the signal in a chain of instances; 0 for a signal from outside. */
  readonly hops: number
  /** Instance that sent the signal; the id of no instance for a signal from outside. */
  readonly sender: string
  readonly instance: string
  readonly wait: string
}

/** An id that no instance and no wait has; it sorts before all other ids. */
const nobody = '00000000-0000-0000-0000-000000000000'

export async function insertBroadcast(
  tx: Tx,
  {
    id,
    name,
    variables,
    by,
    at,
    hops,
    waits,
    sender = { instance: nobody, taken: [] },
  }: Pick<Broadcast, 'id' | 'name' | 'variables' | 'by' | 'hops'> & {
    readonly at: Date
    /** The waits that the signal may reach; null for all waits. */
    readonly waits: readonly string[] | null
    /** Instance that sent the signal, and the ids of its elements that have taken the signal. */
    readonly sender?: { readonly instance: string; readonly taken: readonly string[] } | undefined
  },
): Promise<void> {
  await tx.rows(sql`
    insert into process_broadcast (id, name, variables, by, created_at, hops, waits, sender, taken, instance, wait)
    values (${id}, ${name}, ${JSON.stringify(variables)}::jsonb, ${by}, ${at}, ${hops}, ${waits}::uuid[],
      ${sender.instance}, ${sender.taken}::text[], ${nobody}, ${nobody})`)
}

/**
 * Locks and returns the oldest broadcast, without those that another node is working on. Broadcasts of signals with
 * the same name are delivered one after another, so that an instance gets the first one that was sent while it
 * waited.
 */
export async function lockBroadcast(tx: Tx): Promise<Broadcast | undefined> {
  const row = await tx.row<Omit<Broadcast, 'variables'> & { readonly variables: string }>(sql`
    select id::text, name, variables, by::text, created_at as "createdAt", hops, sender::text, instance::text,
      wait::text
    from process_broadcast b
    where not exists (
      select from process_broadcast o where o.name = b.name and (o.created_at, o.id) < (b.created_at, b.id))
    order by created_at, id limit 1 for update skip locked`)
  return row && { ...row, variables: JSON.parse(row.variables) }
}

/**
 * Returns the next waits of a broadcast. Leaves out waits that its sender may not reach, waits that were opened after
 * the signal was sent, waits in the callers of its sender, which have received the signal before, and waits of the
 * sender's elements that have taken it.
 */
export function nextOfBroadcast(
  reader: Reader,
  { id, name, sender, instance, wait, createdAt }: Broadcast,
  maxRows: number,
): Promise<WaitingInstance[]> {
  return reader.rows(sql`
    select w.instance::text, w.id::text as wait, w.template::text, w.version, w.element from process_wait w
    where w.kind = 'signal' and w.name = ${name} and (w.instance, w.id) > (${instance}, ${wait})
      and w.opened_at <= ${createdAt} and w.instance not in (select c.id from ${callersOf(sender)} c)
      and (select (b.waits is null or w.id = any(b.waits)) and (w.instance <> b.sender or w.element <> all(b.taken))
        from process_broadcast b where b.id = ${id})
    order by w.instance, w.id limit ${maxRows}`)
}

export async function moveBroadcast(
  tx: Tx,
  id: string,
  { instance, wait }: Pick<WaitingInstance, 'instance' | 'wait'>,
): Promise<void> {
  await tx.rows(sql`update process_broadcast set instance = ${instance}, wait = ${wait} where id = ${id}`)
}

export async function deleteBroadcast(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from process_broadcast where id = ${id}`)
}

/** Returns the answer to a message or signal that was sent before, from the audit log. */
export async function sentBefore(reader: Reader, object: string): Promise<unknown> {
  const row = await reader.row<{ after: string }>(sql`select after from audit where object = ${object} limit 1`)
  return row && JSON.parse(row.after)
}
