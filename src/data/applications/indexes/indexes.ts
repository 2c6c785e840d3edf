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
import { dropSearchIndex, searchIndexesOf, searchPrefix } from './search-indexes.store.ts'

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

const latest = new WeakMap<Database, Promise<void>>()

/**
 * Builds every index that the definitions ask for and drops the others. Calls run one after the other, because two
 * builds on one table can block each other; each call reads the definitions anew. `signal` stops the work after
 * the current statement.
 */
export function keepAllIndexes(
  database: Database,
  applications: () => readonly Application[],
  signal?: AbortSignal,
): Promise<void> {
  const before = latest.get(database) ?? Promise.resolve()
  const own = before
    .catch(() => {})
    .then(async () => {
      if (signal?.aborted) return
      await keepIndexes(database, applications, signal)
      await keepSearchIndexes(database, applications, signal)
    })
  latest.set(database, own)
  return own
}

/**
 * Builds the missing search indexes, then drops those that no application needs. In this order, the old index of an
 * application whose searched fields change serves searches until the new index is complete. A call that was interrupted
 * is completed by the next call. `applications` is called again after the builds, which can take minutes. `signal`
 * stops the work after the current statement.
 */
async function keepSearchIndexes(
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
