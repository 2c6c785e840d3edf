import type { Transaction } from '../../foundation/db/database.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { About, NotificationEvent } from './events.ts'

/** The values of a text. Times are in ISO 8601. */
export type Details = Readonly<Record<string, string | number | null>>

/** Something that people are told. */
export interface Fact {
  /**
   * The name of the fact, such as `task:<id>:new`. No user is told about two facts of one name, so that an action that
   * is repeated tells nobody twice.
   */
  readonly key: string
  readonly event: NotificationEvent
  /** Ids of users, groups and items of the organisation chart. Blocked users are not told. */
  readonly to: readonly string[]
  readonly about: About
  /** Id of the application of the element that the work is about, for limited substitutions. */
  readonly app?: string | undefined
  readonly details: Details
  /** The user who acted. This user is not told. */
  readonly by?: string | undefined
}

/** Writes facts in the transaction of the action that causes them. The receivers are told after the commit. */
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
