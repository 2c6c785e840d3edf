import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Reader } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { maxShown } from '../../foundation/kit/errors.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import type { OpenApplication } from '../elements/source/opened-application.ts'
import { readAddress } from './address.ts'
import { missingCategories } from './categories.store.ts'
import { subscriberNotFound, unknownCategory, wrongSubscriber } from './errors.ts'
import { subscriberSource } from './subscriber-source.ts'
import * as store from './subscribers.store.ts'

export interface SubscriberInput {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly name?: string | undefined
  readonly externalId?: string | undefined
  /** The element that the subscriber stands for. */
  readonly contact?: store.Contact | undefined
  readonly consent?: 'none' | 'given' | undefined
  /** Ids of the categories that the person has agreed to. */
  readonly preferences?: readonly string[] | undefined
}

/** A change of a subscriber; absent properties stay as they are. */
export type SubscriberChange = {
  readonly [Key in keyof store.SubscriberState]?: store.SubscriberState[Key] | undefined
}

/** An entry in the result of `put`. */
export interface PutSubscriber {
  readonly id: string
  /** False when a subscriber with this address already existed, who was left unchanged. */
  readonly isNew: boolean
}

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly open: OpenApplication
  readonly check: (caller: Caller) => Promise<void>
}

const source = subscriberSource()

/** Subscribers: people with an address and a consent. Every method checks the caller first; see `Settings.check`. */
export class Subscribers {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async list(caller: Caller, input: unknown): Promise<Page> {
    await this.#deps.check(caller)
    const setting = { callerId: caller.userId, nowMs: this.#deps.clock.nowMs() }
    return this.#deps.lists.page(readListRequest(input), source, setting)
  }

  /**
   * Creates the subscribers whose addresses are new, all or none. Leaves existing subscribers as they are, so that
   * nobody who has unsubscribed is subscribed again. Returns the ids in the order of the input. Throws
   * `marketing.wrong_subscriber`, `marketing.unknown_category`, `application.not_found` and `application.read_only`.
   */
  async put(caller: Caller, given: readonly SubscriberInput[]): Promise<readonly PutSubscriber[]> {
    await this.#deps.check(caller)
    const nowMs = this.#deps.clock.nowMs()
    const subscribers = given.map((one, row) => newSubscriber(one, row, newId(nowMs)))
    await checkPreferences(this.#deps.database.reader, given, (row) => `subscribers[${row}].preferences`)
    await checkContacts(this.#deps.database.reader, caller, given, this.#deps.open)
    return this.#deps.database.transaction(async (tx) => {
      const first = new Map(subscribers.toReversed().map((one) => [one.address, one]))
      const stamp = { by: caller.userId, at: new Date(nowMs) }
      const created = await store.insertSubscribers(tx, [...first.values()], stamp)
      const ids = await store.idsByAddress(tx, [...first.keys()])
      if (created.size > 0) {
        const after = { created: created.size, subscribers: [...created].slice(0, maxShown) }
        await recordAudit(tx, caller, { object: 'marketing:subscribers', after })
      }
      return subscribers.map(({ id, address }) => ({ id: ids.get(address)!, isNew: created.has(id) }))
    })
  }

  /** Changes a subscriber. Throws `marketing.subscriber_not_found` and `marketing.unknown_category`. */
  async change(caller: Caller, id: string, change: SubscriberChange): Promise<void> {
    await this.#deps.check(caller)
    if (change.preferences) await checkPreferences(this.#deps.database.reader, [change], () => 'preferences')
    await this.#deps.database.transaction(async (tx) => {
      const before = isUuid(id) ? await store.lockSubscriber(tx, id) : undefined
      if (before === undefined) throw missing(id)
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const merged: store.SubscriberState = { ...before, ...given }
      const after = { ...merged, preferences: [...new Set(merged.preferences.map((one) => one.toLowerCase()))] }
      await recordAudit(tx, caller, { object: `subscriber:${id.toLowerCase()}`, before: { ...before }, after })
      await store.updateSubscriber(tx, id, after, { by: caller.userId, at: new Date(this.#deps.clock.nowMs()) })
    })
  }

  /** Deletes a subscriber with all memberships. Throws `marketing.subscriber_not_found`. */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.#deps.check(caller)
    await this.#deps.database.transaction(async (tx) => {
      if (!isUuid(id) || !(await store.deleteSubscriber(tx, id))) throw missing(id)
      await recordAudit(tx, caller, { object: `subscriber:${id.toLowerCase()}`, before: {} })
    })
  }
}

function newSubscriber(input: SubscriberInput, row: number, id: string): store.NewSubscriber {
  const address = readAddress(input)
  if (typeof address === 'string') throw wrongSubscriber(`row ${row + 1}: ${address}`, { field: `subscribers[${row}]` })
  const { name, externalId = null, contact = null, consent = 'none', preferences = [] } = input
  const given = [...new Set(preferences.map((one) => one.toLowerCase()))]
  return { ...address, id, name: name ?? '', externalId, contact, consent, preferences: given }
}

const missing = (id: string): Error => subscriberNotFound(`subscriber "${id.slice(0, 100)}" not found`)

/** Throws `marketing.unknown_category` for the first preference that is not a category. */
async function checkPreferences(
  reader: Reader,
  rows: readonly { readonly preferences?: readonly string[] | undefined }[],
  fieldOf: (row: number) => string,
): Promise<void> {
  const unknown = await missingCategories(
    reader,
    rows.flatMap(({ preferences = [] }) => preferences.map((id) => id.toLowerCase())),
  )
  for (const [row, { preferences = [] }] of rows.entries()) {
    const place = preferences.findIndex((id) => unknown.has(id.toLowerCase()))
    if (place >= 0)
      throw unknownCategory(`there is no category ${preferences[place]}`, { field: `${fieldOf(row)}[${place}]` })
  }
}

/**
 * Throws `marketing.wrong_subscriber` for the first row whose element does not exist or is hidden from the caller,
 * `application.not_found` and `application.read_only`.
 */
async function checkContacts(
  reader: Reader,
  caller: Caller,
  rows: readonly { readonly contact?: store.Contact | undefined }[],
  open: OpenApplication,
): Promise<void> {
  const contacts = rows.flatMap(({ contact }, row) => (contact === undefined ? [] : [{ ...contact, row }]))
  const byApplication = Map.groupBy(contacts, ({ namespace, code }) => `${namespace}.${code}`)
  for (const [path, ofOne] of byApplication) {
    const { source } = open(caller, ofOne[0]!)
    const ids = ofOne.map(({ id }) => id.toLowerCase()).filter(isUuid)
    const present = await store.presentIds(reader, source, ids)
    const wrong = ofOne.find(({ id }) => !present.has(id.toLowerCase()))
    if (wrong !== undefined)
      throw wrongSubscriber(`row ${wrong.row + 1}: element ${wrong.id.slice(0, 100)} not found in ${path}`, {
        field: `subscribers[${wrong.row}].contact`,
      })
  }
}
