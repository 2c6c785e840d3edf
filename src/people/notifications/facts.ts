import type { Transaction } from '../../foundation/db/database.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { About, NotificationEvent } from './events.ts'

/** The values of a text. Times are in ISO 8601. */
export type Details = Readonly<Record<string, string | number | null>>

/** An event that notifies users. */
export interface Fact {
  /**
   * The name of the fact, such as `task:<id>:new`. A user gets at most one notification for a name, so that a repeated
   * action notifies nobody twice.
   */
  readonly key: string
  readonly event: NotificationEvent
  /** Ids of users, groups and items of the organisation chart. Only active users are notified. */
  readonly to: readonly string[]
  readonly about: About
  /**
   * Id of the application of the element that the work is about. A substitution limited to other applications does not
   * apply.
   */
  readonly app?: string | undefined
  readonly details: Details
  /** The user who acted; this user is not notified. */
  readonly by?: string | undefined
}

/**
 * Writes facts in the transaction of the action that causes them. The receivers get their notifications after the
 * commit.
 */
export type Tell = (tx: Transaction, facts: readonly Fact[]) => Promise<void>

/** A row of `notification_fact`. */
export interface FactRow {
  readonly id: string
  readonly key: string
  readonly event: string
  readonly receivers: readonly string[]
  readonly about: About
  readonly app: string | null
  readonly details: Details
  readonly by: string | null
  readonly at: string
}

/** Returns the row of a fact. `at` is the time of the fact in ISO 8601. */
export const factRow = ({ to: receivers, app, by, ...fact }: Fact, at: string): FactRow => ({
  ...fact,
  id: newId(Date.parse(at)),
  receivers,
  app: app ?? null,
  by: by ?? null,
  at,
})
