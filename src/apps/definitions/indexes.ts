import type { Database } from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'
import type { Application } from './application.ts'
import { analyzeElements, dropIndex, fieldIndexes, indexOf } from './indexes.store.ts'

/**
 * Makes the indexes that `indexed: true` asks for and drops those that nothing asks for any more. Cut off in the middle,
 * the next call finishes: an invalid index is left by a broken build, unless a node is building it at this moment.
 */
export async function keepIndexes(database: Database, applications: readonly Application[]): Promise<void> {
  const fields = applications.flatMap((application) =>
    [...application.fields.values()].filter(({ indexed }) => indexed).map((field) => indexOf(application, field)),
  )
  const wanted = fields.filter((index) => index !== undefined)
  const found = await fieldIndexes(database.reader)
  const kept = new Set<string>()
  const run = async (statements: readonly Sql[]): Promise<void> => {
    for (const statement of statements) await database.outsideTransaction(statement)
  }
  for (const { name, valid, building } of found) {
    const isWanted = wanted.some((index) => index.name === name)
    if ((isWanted && valid) || building) kept.add(name)
    else await run(dropIndex(name))
  }
  const missing = wanted.filter(({ name }) => !kept.has(name))
  for (const { create } of missing) await run(create)
  if (missing.length > 0) await run([analyzeElements()])
}
