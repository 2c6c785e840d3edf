import type { Database } from '../../../foundation/db/database.ts'
import type { Sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../application.ts'
import { analyzeElements, fieldIndexes } from './indexes.store.ts'
import { dropSearchIndex, searchIndexesOf, searchPrefix } from './search-indexes.store.ts'

/**
 * Builds the missing search indexes, then drops those that no application needs. In this order, the old index of an
 * application whose searched fields change serves searches until the new index is complete. A call that was interrupted
 * is completed by the next call. `applications` is called again after the builds, which can take minutes. `signal`
 * stops the work after the current statement.
 */
export async function keepSearchIndexes(
  database: Database,
  applications: () => readonly Application[],
  signal?: AbortSignal,
): Promise<void> {
  const run = async (statements: readonly Sql[]): Promise<void> => {
    for (const statement of statements) if (!signal?.aborted) await database.outsideTransaction(statement)
  }
  const drop = async (name: string): Promise<void> => run(await dropSearchIndex(database.reader, name))
  const found = await fieldIndexes(database.reader, searchPrefix)
  const broken = found.filter(({ valid, building }) => !valid && !building)
  for (const { name } of broken) await drop(name)
  const kept = new Set(found.filter((index) => !broken.includes(index)).map(({ name }) => name))
  const missing = searchIndexesOf(applications()).filter(({ name }) => !kept.has(name))
  for (const { create } of missing) await run(create)
  if (missing.length > 0) await run([analyzeElements()])
  const wanted = new Set(searchIndexesOf(applications()).map(({ name }) => name))
  for (const { name, building } of found) {
    if (kept.has(name) && !wanted.has(name) && !building) await drop(name)
  }
}
