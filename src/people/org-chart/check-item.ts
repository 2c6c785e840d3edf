import type { Reader } from '../../foundation/db/database.ts'
import { maxShown } from '../../foundation/kit/errors.ts'
import { wrongHolders, wrongParent } from './errors.ts'
import { isWithin, itemById, type OrgItem, rootItem, unknownUsers } from './org-items.store.ts'

/** Throws when the chart already has a root. The first item becomes the root. */
export async function checkRoot(reader: Reader): Promise<void> {
  const root = await rootItem(reader)
  if (root === undefined) return
  throw wrongParent(`"parent" is missing: the organisation chart already has a root, "${root.name}"`, {
    field: 'parent',
  })
}

/** Throws when the parent does not exist, or when it is the item itself or stands below the item. */
export async function checkParent(reader: Reader, item: OrgItem, parent: string): Promise<void> {
  const above = await itemById(reader, parent)
  if (above === undefined) {
    throw wrongParent(`no item of the organisation chart has the id ${parent}`, { field: 'parent' })
  }
  if (await isWithin(reader, above.id, item.id)) {
    const why = above.id === item.id ? 'itself' : `"${above.name}", which is below it`
    throw wrongParent(`"${item.name}" can't stand below ${why}`, { field: 'parent' })
  }
}

/**
 * Checks the number of holders (department: none, position: at most one, position type: any number) and that the users
 * exist. Returns each user's id once, in lower case.
 */
export async function checkHolders(reader: Reader, item: OrgItem, given: readonly string[]): Promise<string[]> {
  const users = [...new Set(given.map((user) => user.toLowerCase()))]
  if (item.kind === 'department' && users.length > 0) {
    throw wrongHolders(`"${item.name}" is a department; only a position can be held`, { field: 'holders' })
  }
  if (item.kind === 'position' && users.length > 1) {
    throw wrongHolders(
      `"${item.name}" is a position and can have one holder; use a position_type for several holders`,
      {
        field: 'holders',
      },
    )
  }
  const missing = await unknownUsers(reader, users)
  if (missing.length > 0) {
    const shown = missing.slice(0, maxShown)
    throw wrongHolders(`no user has the id ${missing[0]}`, { field: 'holders', missing: shown })
  }
  return users
}
