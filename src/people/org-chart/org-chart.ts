import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Reader, Tx } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import type { Caller } from '../caller.ts'
import { lockOrganisation } from '../membership/organisation-lock.store.ts'
import { checkHolders, checkParent, checkRoot } from './check-item.ts'
import { orgItemCodeTaken, orgItemInUse, orgItemNotFound } from './errors.ts'
import {
  changeItem,
  insertItem,
  itemById,
  markItemDeleted,
  type OrgItem,
  type OrgItemKind,
  replaceHolders,
  type Stamp,
  usesOfItem,
  wholeChart,
} from './org-items.store.ts'

export interface OrgItemInput {
  readonly kind: OrgItemKind
  readonly name: string
  /** The id of the item above; absent only for the root. */
  readonly parent?: string | undefined
  readonly code?: string | undefined
  readonly holders?: readonly string[] | undefined
}

/** Changes of an item; an absent field is left unchanged, and `holders` replaces all holders. */
export type OrgItemUpdate = Partial<Omit<OrgItemInput, 'kind'>>

/**
 * Returns the places in rooms above this one that name a group (by id and path) or an item of the organisation chart
 * (by id).
 */
export type UsesElsewhere = (
  tx: Tx,
  what: { readonly id: string; readonly path?: string },
) => Promise<readonly { readonly name: string }[]>

/** Operations on the organisation chart: the tree of departments and positions, and the users who hold positions. */
export class OrgChart {
  readonly #database: Database
  readonly #clock: Clock
  readonly #changed: () => void

  /**
   * Creates the operations on the organisation chart. `changed` runs after each commit that may change who holds a
   * position.
   */
  constructor(database: Database, clock: Clock, changed: () => void = () => {}) {
    this.#database = database
    this.#clock = clock
    this.#changed = changed
  }

  /** Lists all items; each item comes after its parent. */
  items(): Promise<OrgItem[]> {
    return wholeChart(this.#database.reader)
  }

  /** Creates an item and returns its id. */
  create(caller: Caller, { kind, name, parent, code, holders = [] }: OrgItemInput): Promise<string> {
    return this.#write(caller, code, async (tx, stamp) => {
      if (parent === undefined) await checkRoot(tx)
      const item = {
        id: newId(stamp.at.getTime()),
        kind,
        name,
        code: code || null,
        parent: parent ?? null,
        holders: [],
      }
      if (parent !== undefined) await checkParent(tx, item, parent)
      const users = await checkHolders(tx, item, holders)
      await insertItem(tx, item, stamp)
      await replaceHolders(tx, item, users)
      await recordAudit(tx, caller, { object: `org_item:${item.id}`, after: auditView(item, users) })
      return item.id
    })
  }

  update(caller: Caller, id: string, { name, parent, code, holders }: OrgItemUpdate): Promise<void> {
    return this.#write(caller, code, async (tx, stamp) => {
      const item = await openItem(tx, id)
      if (parent !== undefined) await checkParent(tx, item, parent)
      const changed = {
        ...item,
        name: name ?? item.name,
        code: code === undefined ? item.code : code || null,
        parent: parent ?? item.parent,
      }
      await changeItem(tx, changed, stamp)
      const users = holders === undefined ? item.holders : await checkHolders(tx, item, holders)
      if (holders !== undefined) await replaceHolders(tx, item, users)
      const [before, after] = [auditView(item, item.holders), auditView(changed, users)]
      await recordAudit(tx, caller, { object: `org_item:${item.id}`, before, after })
    })
  }

  /** Deletes an item. Throws when the item has items below it or holders, or when a group or another place names it. */
  remove(caller: Caller, id: string, usesElsewhere: UsesElsewhere = async () => []): Promise<void> {
    return this.#write(caller, undefined, async (tx, stamp) => {
      const item = await openItem(tx, id)
      const others = await usesElsewhere(tx, { id: item.id })
      if (others.length > 0) {
        const places = others.map(({ name }) => name).join(', ')
        throw orgItemInUse(`"${item.name}" is named in ${places}; remove it there first`, { uses: others })
      }
      const uses = await usesOfItem(tx, item.id)
      if (uses.length > 0) {
        const names = uses.map(({ kind, name }) => `the ${kind} "${name}"`).join(', ')
        throw orgItemInUse(`"${item.name}" is used by ${names}`, { uses })
      }
      await markItemDeleted(tx, item.id, stamp)
      await recordAudit(tx, caller, { object: `org_item:${item.id}`, before: auditView(item, []) })
    })
  }

  async #write<T>(caller: Caller, code: string | undefined, work: (tx: Tx, stamp: Stamp) => Promise<T>): Promise<T> {
    const result = await this.#database
      .transaction(async (tx) => {
        await lockOrganisation(tx)
        return work(tx, { by: caller.userId, at: new Date(this.#clock.nowMs()) })
      })
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, 'org_item_code')) throw error
        throw orgItemCodeTaken(`the code "${code}" is taken`, { field: 'code' })
      })
    this.#changed()
    return result
  }
}

function auditView({ id: _id, ...item }: OrgItem, holders: readonly string[]): Record<string, unknown> {
  return { ...item, holders: holders.toSorted() }
}

async function openItem(reader: Reader, id: string): Promise<OrgItem> {
  const item = isUuid(id) ? await itemById(reader, id) : undefined
  if (item === undefined) throw orgItemNotFound(`item "${id.slice(0, 100)}" of the organisation chart not found`)
  return item
}
