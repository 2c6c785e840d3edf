import type { Database } from '../foundation/db/database.ts'
import type { PeriodicJob } from '../foundation/jobs/index.ts'
import { catalogVersion, type DefinitionRows, definitionRows } from './catalog.store.ts'
import { compileDefinitions } from './compile-definitions.ts'
import type { Definitions, StoredKind } from './stored-kind.ts'

/** All deployed definitions, compiled, in memory. */
export interface Catalog {
  /**
   * Returns the current snapshot, which is consistent and never changes. A request uses one snapshot from its beginning
   * to its end.
   */
  snapshot(): Definitions
  /** Reads the definitions again when they have changed. */
  refresh(): Promise<void>
  /** Looks for changes by other nodes; empty with the embedded database, where there are none. */
  readonly periodic: readonly PeriodicJob[]
}

/** Creates the catalog: reads the definitions of the kinds and keeps them compiled in memory. */
export async function createCatalog(database: Database, kinds: readonly StoredKind[]): Promise<Catalog> {
  let version = -1
  let current = compileDefinitions(kinds, { solutions: [], definitions: {} })
  let last: Promise<void> = Promise.resolve()

  async function load(): Promise<void> {
    if ((await catalogVersion(database.reader)) === version) return
    const rows = await definitionRows(database.reader, kinds)
    // Two reads on two connections may finish in the wrong order.
    if (rows.version < version) return
    current = compileDefinitions(kinds, withoutDeleted(rows), current)
    version = rows.version
  }

  // Refreshes run one after the other, so that a caller who has committed a change gets a read that started after the
  // commit.
  function refresh(): Promise<void> {
    last = last.catch(() => {}).then(load)
    return last
  }

  await refresh()
  const poll: PeriodicJob = { name: 'read changed definitions', everyMs: 1_000, on: 'every node', run: refresh }
  return { snapshot: () => current, refresh, periodic: database.kind === 'postgres' ? [poll] : [] }
}

function withoutDeleted({ solutions, definitions }: DefinitionRows): Pick<DefinitionRows, 'solutions' | 'definitions'> {
  const live = Object.entries(definitions).map(([word, rows]) => [word, rows.filter(({ deleted }) => !deleted)])
  return { solutions, definitions: Object.fromEntries(live) }
}
