import type { Tx } from '../../foundation/db/database.ts'
import { nameKey, numbered } from '../directories/entry-names.ts'
import { nameTaken } from '../errors.ts'
import { takenNames } from './files.store.ts'

const namesAtOnce = 50
const maxNames = 1000

export interface FreeName {
  readonly name: string
  readonly nameKey: string | null
}

/**
 * Yields names for the file `id` that are free in the directory: the wanted name, then numbered names. A concurrent
 * transaction may take a name before it is used; then the caller tries the next. Throws when no name is left.
 */
export async function* freeNames(
  tx: Tx,
  directory: { id: string; uniqueNames: boolean },
  id: string,
  wanted: string,
): AsyncGenerator<FreeName> {
  if (!directory.uniqueNames) yield { name: wanted, nameKey: null }
  for (let from = 0; from < maxNames; from += namesAtOnce) {
    const names = Array.from({ length: namesAtOnce }, (_, index) => numbered(wanted, from + index))
    const taken = await takenNames(tx, directory.id, names.map(nameKey), id)
    for (const name of names) if (!taken.has(nameKey(name))) yield { name, nameKey: nameKey(name) }
  }
  throw nameTaken(`the name "${wanted}" and ${maxNames} numbered names derived from it are taken in this directory`, {
    field: 'name',
  })
}
