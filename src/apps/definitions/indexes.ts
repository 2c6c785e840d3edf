import type { Database } from '../../db/database.ts'
import type { Application } from './application.ts'
import { dropIndex, fieldIndexes, indexOf } from './indexes.store.ts'

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
  for (const { name, valid, building } of found) {
    const isWanted = wanted.some((index) => index.name === name)
    if ((isWanted && valid) || building) kept.add(name)
    else await database.outsideTransaction(dropIndex(name))
  }
  for (const { name, create } of wanted) if (!kept.has(name)) await database.outsideTransaction(create)
}
