import { recordAudit } from '../../foundation/audit/index.ts'
import type { Reader, Tx } from '../../foundation/db/database.ts'
import { maxShown } from '../../foundation/kit/errors.ts'
import type { Caller } from '../caller.ts'
import { containmentPath } from '../membership/membership-path.ts'
import { groupInItself, groupUnknownItem } from './errors.ts'
import {
  containmentsAbove,
  deleteMembers,
  type GroupRow,
  insertMembers,
  itemsByIds,
  type MemberItem,
  type Stamp,
  touchGroup,
} from './groups.store.ts'
import { openOwnGroup } from './open-group.ts'

/** Adds all items to a group, or none. Returns the ids that were added, in the order of the input. */
export async function addMembers(tx: Tx, caller: Caller, given: MemberChange): Promise<string[]> {
  return changeMembers(tx, caller, { ...given, side: 'after' }, async (group, ids) => {
    const found = await itemsByIds(tx, ids)
    refuseUnknown(ids, new Set(found.map((item) => item.id)))
    await refuseCycle(tx, group, found)
    return insertMembers(tx, group.id, found, given.stamp)
  })
}

/** Removes items from a group. Returns the ids that were members, in the order of the input. */
export async function removeMembers(tx: Tx, caller: Caller, given: MemberChange): Promise<string[]> {
  return changeMembers(tx, caller, { ...given, side: 'before' }, async (group, ids) => {
    const removed = await deleteMembers(tx, group.id, ids)
    // An item that is not a member may have been removed before; only an id that does not exist at all is an error.
    const others = ids.filter((item) => !removed.has(item))
    refuseUnknown(others, new Set((await itemsByIds(tx, others)).map((item) => item.id)))
    return removed
  })
}

interface MemberChange {
  readonly group: string
  readonly items: readonly string[]
  readonly stamp: Stamp
}

/** Changes members with `write`, which returns the changed ids; records these on one `side` of the audit entry. */
async function changeMembers(
  tx: Tx,
  caller: Caller,
  { group: groupId, items, stamp, side }: MemberChange & { side: 'before' | 'after' },
  write: (group: GroupRow, ids: readonly string[]) => Promise<Set<string>>,
): Promise<string[]> {
  const ids = [...new Set(items.map((item) => item.toLowerCase()))]
  const group = await openOwnGroup(tx, groupId)
  const written = await write(group, ids)
  const members = ids.filter((item) => written.has(item))
  if (members.length > 0) {
    await touchGroup(tx, group.id, stamp)
    await recordAudit(tx, caller, { object: `group:${group.id}`, [side]: { members } })
  }
  return members
}

function refuseUnknown(ids: readonly string[], known: ReadonlySet<string>): void {
  const missing = ids.filter((item) => !known.has(item))
  if (missing.length === 0) return
  const sentence = `no user, group, position or department has the id ${missing[0]}`
  throw groupUnknownItem(sentence, { missing: missing.slice(0, maxShown) })
}

async function refuseCycle(reader: Reader, group: GroupRow, items: readonly MemberItem[]): Promise<void> {
  const groups = items.filter(({ kind }) => kind === 'group')
  if (groups.length === 0) return
  if (groups.some(({ id }) => id === group.id)) throw groupInItself(`"${group.name}" can't contain itself`)
  const steps = await containmentsAbove(reader, group.id)
  for (const { id, name } of groups) {
    const way = containmentPath(steps, group.id, id)
    if (way === undefined) continue
    const through = [...way, group.name].map((each) => `"${each}"`).join(' contains ')
    throw groupInItself(`"${group.name}" can't contain "${name}", which contains it: ${through}`, { item: id })
  }
}
