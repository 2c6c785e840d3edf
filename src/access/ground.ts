import type { Reader } from '../foundation/db/database.ts'
import type { Caller, Person } from '../people/index.ts'
import { coveringFilters, type Rows } from './object-rights.store.ts'
import type { RowFilter } from './row-filter.ts'

/** The part of a caller that decides about rights. */
export type RightsHolder = Pick<Caller, 'administrator' | 'userId' | 'persons'>

/** A user and the persons of the user who count in one set of objects. */
export interface Holder {
  readonly userId: string
  readonly persons: readonly Person[]
}

/**
 * One way in which a resource gives rights to a caller: its rules, grants, ownership, or a container above the
 * object. A caller has a right to an object when at least one ground gives it. Grounds are created for one caller.
 */
export interface Ground<R extends string> {
  /** Returns the rows to which the ground gives the right. */
  rows(right: R): RowFilter
  /** Explains the ground, which was created for one person: the user, or somebody whom the user substitutes. */
  explain(context: ExplainContext<R>): Promise<Reasons>
}

export interface ExplainContext<R extends string> {
  readonly reader: Reader
  /** All rows of the set of objects, regardless of the caller. */
  readonly all: Rows
  readonly right: R
  /** The object whose access is explained; absent for the whole set. */
  readonly objectId?: string | undefined
  /**
   * Returns the names on the chain from a subject down to the user; undefined when the user is not in the subject.
   */
  readonly membershipPath: (subject: string) => string[] | undefined
}

export interface Reasons {
  /** The reasons that give the right. */
  readonly because: readonly Reason[]
  /**
   * The reasons that do not give the right to the user: rules that give it to other users or for other objects, and
   * the reason why no rule applies.
   */
  readonly but: readonly Reason[]
}

export interface Reason {
  readonly by: 'administrator' | 'unrestricted' | 'rule' | 'grant' | 'hidden'
  /**
   * The place of the reason: the definition, the administrators' setting, the object with its grants, or the user.
   */
  readonly from: 'definition' | 'setting' | 'object' | 'user'
  readonly sentence: string
  /**
   * The id of the principal whose rights the reason is about; absent when the reason is about the user's own rights.
   */
  readonly inPlaceOf?: string
}

/**
 * Separates reasons by whether their rows contain the object; without an object, by whether their rows are a filter
 * other than `false`.
 */
export async function separateReasons<R extends string>(
  { reader, all, objectId }: ExplainContext<R>,
  reasons: readonly { readonly reason: Reason; readonly rows: RowFilter }[],
): Promise<Reasons> {
  const filters = reasons.map(({ rows }) => rows)
  const holds =
    objectId === undefined
      ? filters.map((rows) => rows !== false)
      : ((await coveringFilters(reader, all, objectId, filters)) ?? [])
  const having = (isHeld: boolean) =>
    reasons.filter((_reason, index) => (holds[index] ?? false) === isHeld).map(({ reason }) => reason)
  return { because: having(true), but: having(false) }
}
