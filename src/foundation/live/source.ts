import type { Sql } from '../db/sql.ts'
import { sql } from '../db/sql.ts'

/** Reports changes of the objects of one kind. */
export interface LiveSource {
  /** The kind of the objects, such as `instance`. */
  readonly kind: string
  /**
   * Returns the ids of the objects that have changed since the last call, including objects that are not watched.
   * Called once a second while an object of the kind is watched.
   */
  changed(watched: readonly string[]): Promise<readonly string[]>
}

/** The state of an object as a text that differs after each change. */
export interface VersionRow {
  readonly id: string
  readonly version: string
}

/** Creates a source that reads the versions of the watched objects and compares them with those of the last call. */
export function byVersion(kind: string, read: (ids: readonly string[]) => Promise<readonly VersionRow[]>): LiveSource {
  let known = new Map<string, string>()
  return {
    kind,
    async changed(watched) {
      const found = new Map((await read(watched)).map(({ id, version }) => [id, version]))
      const before = known
      known = found
      return watched.filter((id) => before.has(id) && before.get(id) !== found.get(id))
    },
  }
}

/** The ids that have changed in a range of turns, and the end of the range. */
export interface TurnPage {
  readonly until: string
  readonly ids: readonly string[]
}

/**
 * Creates a source for tables whose rows have the turn of their last change. `read` returns what has changed from a
 * turn on; without one, only the present turn.
 */
export function byTurn(kind: string, read: (from: string | undefined) => Promise<TurnPage>): LiveSource {
  let next: string | undefined
  let readAtMs = Number.NEGATIVE_INFINITY
  return {
    kind,
    async changed() {
      // Changes that happen while nothing is watched are not reported.
      const isFresh = performance.now() - readAtMs < maxPauseMs
      const { until, ids } = await read(isFresh ? next : undefined)
      next = until
      readAtMs = performance.now()
      return ids
    },
  }
}

const maxPauseMs = 60_000

/** SQL for the turn below which all transactions have ended, so that no change can be added below it. */
export const endedTurns: Sql = sql`audit_turn(pg_snapshot_xmin(pg_current_snapshot()))`
