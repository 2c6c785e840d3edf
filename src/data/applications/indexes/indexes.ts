import type { Database } from '../../../foundation/db/database.ts'
import type { Sql } from '../../../foundation/db/sql.ts'
import type { Application } from '../application.ts'
import {
  analyzeElements,
  dropIndex,
  type FoundIndex,
  fieldIndexes,
  indexOf,
  type WantedIndex,
} from './indexes.store.ts'

/**
 * Builds the missing indexes of fields with `indexed: true`, then drops the indexes that no field needs. In this order,
 * an old index serves lists until its replacement exists. A call that was interrupted is completed by the next call,
 * which drops and rebuilds invalid indexes that no node is building. `applications` is called again after the builds,
 * which can take minutes. `signal` stops the work after the current statement.
 */
export async function keepIndexes(
  database: Database,
  applications: () => readonly Application[],
  signal?: AbortSignal,
): Promise<void> {
  const run = async (statements: readonly Sql[]): Promise<void> => {
    for (const statement of statements) if (!signal?.aborted) await database.outsideTransaction(statement)
  }
  const found = await fieldIndexes(database.reader)
  const usable = new Set(found.filter(isUsable).map(({ name }) => name))
  const missing = wantedBy(applications()).filter(({ name }) => !usable.has(name))
  for (const { name, create } of missing) {
    if (found.some((index) => index.name === name && !index.valid)) await run(dropIndex(name))
    await run(create)
  }
  if (missing.length > 0) await run([analyzeElements()])
  const wanted = new Set(wantedBy(applications()).map(({ name }) => name))
  for (const { name, building } of found) if (!wanted.has(name) && !building) await run(dropIndex(name))
}

function wantedBy(applications: readonly Application[]): WantedIndex[] {
  return applications
    .flatMap((application) => [...application.fields.values()].map((field) => ({ application, field })))
    .flatMap(({ application, field }) => (field.indexed ? (indexOf(application, field) ?? []) : []))
}

function isUsable({ valid, building, hasStatistics }: FoundIndex): boolean {
  return (valid && hasStatistics) || building
}
