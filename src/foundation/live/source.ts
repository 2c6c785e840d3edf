import type { TurnPage, TurnRange } from './turns.store.ts'

/** A point in time up to which a client has seen all changes. */
export interface Checkpoint {
  /** All changes of lower turns have been seen. */
  readonly turn: bigint
  /** The versions that have been seen of objects whose changes have no turns. Keys are a kind and an id. */
  readonly versions: ReadonlyMap<string, string>
}

/** Finds the changes of the objects of one kind, such as `instance`, by their versions or by turns. */
export type LiveSource = VersionSource | TurnSource

/** A source of objects that are compared with their earlier versions. Several sources may have the same kind. */
interface VersionSource {
  readonly kind: string
  /** Returns the present versions of these objects. An object that is left out has no version. */
  versions(ids: readonly string[]): Promise<readonly VersionRow[]>
}

/** The state of an object as a text that differs after each change. */
export interface VersionRow {
  readonly id: string
  readonly version: string
}

/** A source of tables whose rows have the turn of their last change. No other source has the same kind. */
interface TurnSource {
  readonly kind: string
  /** Returns which objects have changed in a range of turns, including objects that are not watched. */
  changes(range: TurnRange): Promise<TurnPage>
}
