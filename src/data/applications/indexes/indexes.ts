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
 * Builds the indexes that `indexed: true` asks for, then drops those that no field asks for. This order lets the old
 * index serve lists until its replacement exists. The next call completes an interrupted one: an invalid index is left
 * from a failed build, unless a node is building the index at this moment. `applications` is called again after the
 * builds, which can take minutes. `signal` stops the work after the current statement.
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
