import type { Database } from '../foundation/db/database.ts'
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
  close(): void
}

export interface CatalogOptions {
  /** The interval in milliseconds between checks for changes by other nodes; 0 turns the checks off. */
  readonly pollMs?: number
  /** Called with the error of a failed check; the next check tries again. */
  readonly onError?: (error: unknown) => void
}

/**
 * Creates the catalog: reads the definitions of the kinds and keeps them compiled in memory. With the embedded database
 * no other node can apply anything, so the catalog does not poll by default.
 */
export async function createCatalog(
  database: Database,
  kinds: readonly StoredKind[],
  options: CatalogOptions = {},
): Promise<Catalog> {
  const { pollMs = database.kind === 'postgres' ? 1000 : 0, onError = () => {} } = options
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
  let looking = false
  async function look(): Promise<void> {
    // Only one check runs at a time, so that checks do not pile up on a slow database.
    if (looking) return
    looking = true
    await refresh().catch(onError)
    looking = false
  }
  const timer = pollMs === 0 ? undefined : setInterval(look, pollMs)
  timer?.unref()
  return { snapshot: () => current, refresh, close: () => clearInterval(timer) }
}

function withoutDeleted({ solutions, definitions }: DefinitionRows): Pick<DefinitionRows, 'solutions' | 'definitions'> {
  const live = Object.entries(definitions).map(([word, rows]) => [word, rows.filter(({ deleted }) => !deleted)])
  return { solutions, definitions: Object.fromEntries(live) }
}
