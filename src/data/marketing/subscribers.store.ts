import type { Reader, Tx } from '../../foundation/db/database.ts'
import { type Sql, sql } from '../../foundation/db/sql.ts'
import type { Source } from '../../query/index.ts'
import type { Stamp } from '../../solutions/index.ts'
import type { SubscriberAddress } from './address.ts'

type Consent = 'none' | 'given' | 'withdrawn'

/** The element that a subscriber was made from. */
export interface Contact {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

export interface NewSubscriber extends SubscriberAddress {
  readonly id: string
  readonly name: string
  readonly externalId: string | null
  readonly contact: Contact | null
  readonly consent: 'none' | 'given'
  readonly preferences: readonly string[]
}

/** Creates the subscribers whose addresses are new, in one statement. Returns the ids of the created subscribers. */
export async function insertSubscribers(
  tx: Tx,
  subscribers: readonly NewSubscriber[],
  { by, at }: Stamp,
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    insert into marketing_subscriber (id, address, name, email, phone, external_id, contact_namespace, contact_code,
      contact_id, consent, preferences, created_at, created_by, updated_at, updated_by)
    select s.id, s.address, s.name, s.email, s.phone, s."externalId", s.contact ->> 'namespace', s.contact ->> 'code',
      (s.contact ->> 'id')::uuid, s.consent, s.preferences, ${at}, ${by}, ${at}, ${by}
    from jsonb_to_recordset(${JSON.stringify(subscribers)}::jsonb) s (id uuid, address text, name text, email text,
      phone text, "externalId" text, contact jsonb, consent text, preferences uuid[])
    order by s.address
    on conflict (address) do nothing returning id`)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the ids of the subscribers with these addresses, by address. */
export async function idsByAddress(reader: Reader, addresses: readonly string[]): Promise<Map<string, string>> {
  const rows = await reader.rows<{ id: string; address: string }>(sql`
    select id, address from marketing_subscriber where address = any(${addresses}::text[])`)
  return new Map(rows.map(({ id, address }) => [address, id]))
}

/** Returns which of the ids are ids of live rows of the source, in lower case. */
export async function presentIds(reader: Reader, source: Source, ids: readonly string[]): Promise<Set<string>> {
  const row = sql`e`
  const rows = await reader.rows<{ id: string }>(sql`
    select ${source.id(row)}::text as id from ${source.relation} ${row}
    where ${source.scope(row)} and ${source.live(row)} and ${source.id(row)} = any(${ids}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

/** The properties of a subscriber that can be changed. */
export interface SubscriberState {
  readonly name: string
  readonly externalId: string | null
  readonly consent: Consent
  readonly bounced: boolean
  readonly preferences: readonly string[]
}

/** Locks a subscriber until the transaction ends and returns its state; undefined when there is none. */
export async function lockSubscriber(tx: Tx, id: string): Promise<SubscriberState | undefined> {
  return tx.row<SubscriberState>(sql`
    select name, external_id as "externalId", consent, bounced_at is not null as bounced, preferences::text[] as preferences
    from marketing_subscriber where id = ${id} for update`)
}

/**
 * Stores the state of a subscriber. The first times of unsubscribing and bouncing are kept as long as these states
 * last.
 */
export async function updateSubscriber(tx: Tx, id: string, state: SubscriberState, { by, at }: Stamp): Promise<void> {
  const { name, externalId, consent, bounced, preferences } = state
  const since = (isTrue: boolean, column: Sql): Sql => (isTrue ? sql`coalesce(${column}, ${at})` : sql`null`)
  await tx.rows(sql`
    update marketing_subscriber set name = ${name}, external_id = ${externalId}, consent = ${consent},
      unsubscribed_at = ${since(consent === 'withdrawn', sql`unsubscribed_at`)},
      bounced_at = ${since(bounced, sql`bounced_at`)}, preferences = ${preferences}::uuid[], updated_at = ${at},
      updated_by = ${by}
    where id = ${id}`)
}

/** Deletes a subscriber with all memberships. Returns false when there is none. */
export async function deleteSubscriber(tx: Tx, id: string): Promise<boolean> {
  return (await tx.row(sql`delete from marketing_subscriber where id = ${id} returning id`)) !== undefined
}
