import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Reader, Tx } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { maxShown } from '../../foundation/kit/errors.ts'
import type { Caller } from '../caller.ts'
import { containmentPath } from '../membership/membership-path.ts'
import { lockOrganisation } from '../membership/organisation-lock.store.ts'
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

/**
 * Adds and removes members of groups. Each call changes all items or none, and can be repeated. It returns the ids that
 * were actually added or removed, in the order of the input.
 */
export interface GroupMembers {
  addItems(caller: Caller, id: string, items: readonly string[]): Promise<string[]>
  removeItems(caller: Caller, id: string, items: readonly string[]): Promise<string[]>
}

export function createGroupMembers(database: Database, clock: Clock, changed: () => void): GroupMembers {
  /** Changes members with `write`, which returns the changed ids; records these on one `side` of the audit entry. */
  async function change(
    caller: Caller,
    { group: groupId, items, side }: { group: string; items: readonly string[]; side: 'before' | 'after' },
    write: (tx: Tx, group: GroupRow, ids: readonly string[], stamp: Stamp) => Promise<Set<string>>,
  ): Promise<string[]> {
    const ids = [...new Set(items.map((item) => item.toLowerCase()))]
    const stamp = { by: caller.userId, at: new Date(clock.nowMs()) }
    const members = await database.transaction(async (tx) => {
      await lockOrganisation(tx)
      const group = await openOwnGroup(tx, groupId)
      const written = await write(tx, group, ids, stamp)
      const members = ids.filter((item) => written.has(item))
      if (members.length > 0) {
        await touchGroup(tx, group.id, stamp)
        await recordAudit(tx, caller, { object: `group:${group.id}`, [side]: { members } })
      }
      return members
    })
    changed()
    return members
  }

  return {
    addItems: (caller, id, items) =>
      change(caller, { group: id, items, side: 'after' }, async (tx, group, ids, stamp) => {
        const found = await itemsByIds(tx, ids)
        refuseUnknown(ids, new Set(found.map((item) => item.id)))
        await refuseCycle(tx, group, found)
        return insertMembers(tx, group.id, found, stamp)
      }),
    removeItems: (caller, id, items) =>
      change(caller, { group: id, items, side: 'before' }, async (tx, group, ids) => {
        const removed = await deleteMembers(tx, group.id, ids)
        // An item that is not a member may have been removed before; only an id that does not exist at all is an error.
        const others = ids.filter((item) => !removed.has(item))
        refuseUnknown(others, new Set((await itemsByIds(tx, others)).map((item) => item.id)))
        return removed
      }),
  }
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
