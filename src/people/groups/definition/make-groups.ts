import type { Tx } from '../../../foundation/db/database.ts'
import type { Difference } from '../../../solutions/change.ts'
import type { Stamp } from '../../../solutions/catalog.store.ts'
import { putSolutionGroup, putSubGroups, removeSolutionGroup } from '../../index.ts'

/** Creates, changes and removes the groups of a solution. Members added by hand stay. */
export async function makeGroupsSo(
  tx: Tx,
  solution: string,
  { putGroups, removeGroups }: Pick<Difference, 'putGroups' | 'removeGroups'>,
  stamp: Stamp,
): Promise<void> {
  for (const { id, definition } of putGroups) {
    const { groups: _, ...group } = definition
    await putSolutionGroup(tx, { ...group, id, solution, definition }, stamp)
  }
  for (const { id, addGroups, removeGroups } of putGroups)
    await putSubGroups(tx, id, { add: addGroups, remove: removeGroups }, stamp)
  for (const id of removeGroups) await removeSolutionGroup(tx, id, stamp)
}
