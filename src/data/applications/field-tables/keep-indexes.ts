import type { Database } from '../../../foundation/db/database.ts'
import { type Sql, sql } from '../../../foundation/db/sql.ts'
import type { Log } from '../../../foundation/kit/log.ts'
import { type Application, applicationPath } from '../application.ts'
import { dropIndex, foundIndexes, indexesOf, listIndexOf, type WantedIndex } from './field-indexes.store.ts'
import { fieldTable } from './field-table.ts'
import { forgetShapes, refuseIndex, renameIndex, wantedShapes } from './list-indexes.store.ts'

/** What keeping indexes needs. */
export interface IndexDeps {
  readonly database: Database
  readonly log: Log
  /** Whether this node stops: no further statement begins then. */
  readonly isClosing: () => boolean
}

/** Builds the indexes of the fields, of the status and of the search. Throws when one of them cannot be built. */
export async function buildFieldIndexes(deps: IndexDeps, application: Application): Promise<void> {
  const usable = await dropBroken(deps, application)
  for (const { name, create } of indexesOf(application)) if (!usable.has(name)) await run(deps, create)
}

/**
 * Builds the indexes of the shapes of lists that are to have one, and drops the indexes that nothing needs. A shape
 * whose index cannot be built loses it until the next day. Returns whether indexes were built or dropped.
 */
export async function keepListIndexes(deps: IndexDeps, application: Application): Promise<boolean> {
  const { database, log } = deps
  const usable = await dropBroken(deps, application)
  const usual = indexesOf(application).map(({ name }) => name)
  // A field may have got an index of its own since.
  await forgetShapes(database.single, application.id, usual)
  const wanted = await indexesOfShapes(database, application)
  const built: string[] = []
  for (const [shape, { name, create }] of wanted) {
    if (usable.has(name) || built.includes(name)) continue
    try {
      await run(deps, create)
      built.push(name)
    } catch (error) {
      if (deps.isClosing()) throw error
      log('warn', 'building an index for lists failed; it is tried again tomorrow', {
        application: applicationPath(application),
        error,
      })
      // A build that failed leaves an invalid index.
      await run(deps, dropIndex(name))
      await refuseIndex(database.single, application.id, shape)
    }
  }
  const kept = new Set([...usual, ...[...wanted.values()].map(({ name }) => name)])
  const unneeded = [...usable].filter((name) => !kept.has(name))
  for (const name of unneeded) await run(deps, dropIndex(name))
  if (built.length > 0) await keepVisible(deps, application)
  return built.length + unneeded.length > 0
}

/** Returns the indexes by the keys of the shapes, in the order in which they were chosen. */
async function indexesOfShapes(database: Database, application: Application): Promise<Map<string, WantedIndex>> {
  const found = new Map<string, WantedIndex>()
  for (const { shape, indexName } of await wantedShapes(database.reader, application.id)) {
    const index = listIndexOf(application, JSON.parse(shape))
    // The index has another name when a field has changed, and none when it was removed.
    if (index === undefined) await refuseIndex(database.single, application.id, shape)
    else if (index.name !== indexName)
      await renameIndex(database.single, application.id, { shape, indexName: index.name })
    if (index !== undefined) found.set(shape, index)
  }
  return found
}

/** Drops the indexes that an interrupted build has left. Returns the names of all others. */
async function dropBroken(deps: IndexDeps, application: Application): Promise<ReadonlySet<string>> {
  const found = await foundIndexes(deps.database.reader, application)
  const broken = found.filter(({ valid, building }) => !valid && !building)
  for (const { name } of broken) await run(deps, dropIndex(name))
  return new Set(found.filter((index) => !broken.includes(index)).map(({ name }) => name))
}

/**
 * Marks the pages whose rows everybody sees, so that the indexes answer without reading rows, and has autovacuum do so
 * earlier than usual. The embedded database is vacuumed when nobody uses it.
 */
async function keepVisible(deps: IndexDeps, application: Application): Promise<void> {
  if (deps.database.kind === 'embedded') return
  const table = fieldTable(application)
  const often = sql`autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05`
  await run(deps, sql`alter table ${table} set (${often})`)
  await run(deps, sql`vacuum (analyze, truncate false) ${table}`)
}

async function run({ database, isClosing }: IndexDeps, statement: Sql): Promise<void> {
  if (!isClosing()) await database.outsideTransaction(statement)
}
