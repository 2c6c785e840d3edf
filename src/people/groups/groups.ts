import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Tx } from '../../foundation/db/database.ts'
import { isUniqueViolation } from '../../foundation/db/failures.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { newId } from '../../foundation/kit/ids.ts'
import type { JsonText } from '../../foundation/kit/json.ts'
import { createLists } from '../../query/index.ts'
import type { Caller } from '../caller.ts'
import { lockOrganisation } from '../membership/organisation-lock.store.ts'
import type { UsesElsewhere } from '../org-chart/org-chart.ts'
import { groupCodeTaken, groupInUse, groupNotFound, groupOfSolution } from './errors.ts'
import { GroupLists } from './group-lists.ts'
import { addMembers, removeMembers } from './group-members.ts'
import { changeGroup, groupsNaming, groupText, insertGroup, markDeleted, type Stamp } from './groups.store.ts'
import { openGroup, openNamespace, openOwnGroup } from './open-group.ts'

export interface GroupInput {
  readonly __name: string
  /** The code of the group; defaults to the id of the group. */
  readonly code?: string | undefined
  readonly description?: string | undefined
  readonly isDefault?: boolean | undefined
  readonly isRole?: boolean | undefined
}

/** Changes of a group; an absent field is left unchanged. */
export type GroupUpdate = Partial<Pick<GroupInput, '__name' | 'description' | 'isDefault'>>

/** Operations on groups and roles. A method that returns a group returns JSON in the form of the public API. */
export class Groups extends GroupLists {
  readonly #database: Database
  readonly #clock: Clock
  readonly #changed: () => void

  /** Creates the operations on groups. `changed` runs after each commit that may change the groups of a user. */
  constructor(database: Database, clock: Clock, changed: () => void = () => {}, lists = createLists(database.reader)) {
    super(database, clock, lists)
    this.#database = database
    this.#clock = clock
    this.#changed = changed
  }

  /** Returns a group that is in none of the namespaces `butOf`. Throws `group.not_found`. */
  async get(id: string, butOf?: readonly string[]): Promise<JsonText> {
    const { id: known } = await openGroup(this.#database.reader, id, butOf)
    const text = await groupText(this.#database.reader, known)
    if (text === undefined) throw groupNotFound(`group "${id}" not found`)
    return text
  }

  create(caller: Caller, namespace: string, input: GroupInput): Promise<JsonText> {
    return this.#write(caller, async (tx, stamp) => {
      await openNamespace(tx, namespace)
      const id = newId(stamp.at.getTime())
      const { __name: name, code = id, description = '', isDefault = false, isRole = false } = input
      const fresh = { namespace, code, name, description, isDefault, isRole }
      try {
        await insertGroup(tx, { id, ...fresh }, stamp)
      } catch (error) {
        if (!isUniqueViolation(error, 'user_group_code')) throw error
        throw groupCodeTaken(`the code "${code}" is taken in "${namespace}"`, { field: 'code' })
      }
      await recordAudit(tx, caller, { object: `group:${id}`, after: fresh })
      return (await groupText(tx, id))!
    })
  }

  update(caller: Caller, id: string, { __name: name, description, isDefault }: GroupUpdate): Promise<JsonText> {
    return this.#write(caller, async (tx, stamp) => {
      const group = await openOwnGroup(tx, id)
      await changeGroup(tx, group.id, { name, description, isDefault }, stamp)
      const after = {
        ...group,
        name: name ?? group.name,
        description: description ?? group.description,
        isDefault: isDefault ?? group.isDefault,
      }
      await recordAudit(tx, caller, { object: `group:${group.id}`, before: { ...group }, after })
      return (await groupText(tx, group.id))!
    })
  }

  /**
   * Deletes a group. Throws when the group is built in, belongs to a solution, is named elsewhere or is a member of
   * another group.
   */
  remove(caller: Caller, id: string, usesElsewhere: UsesElsewhere = async () => []): Promise<void> {
    return this.#write(caller, async (tx, stamp) => {
      const group = await openOwnGroup(tx, id)
      if (group.solution !== null) {
        const reason = `"${group.name}" comes with the solution "${group.solution}"`
        throw groupOfSolution(`${reason}; remove it from its files and apply them`, { solution: group.solution })
      }
      const others = await usesElsewhere(tx, { id: group.id, path: `${group.namespace}.${group.code}`.toLowerCase() })
      if (others.length > 0) {
        const places = others.map(({ name }) => name).join(', ')
        throw groupInUse(`"${group.name}" is named in ${places}; remove it there first`, { uses: others })
      }
      const uses = await groupsNaming(tx, group.id)
      if (uses.length > 0) {
        const names = uses.map(({ name }) => `"${name}"`).join(', ')
        throw groupInUse(`"${group.name}" is a member of ${names}; remove it there first`, { uses })
      }
      const members = await markDeleted(tx, group.id, stamp)
      const { id: _id, isSystem: _isSystem, ...before } = group
      await recordAudit(tx, caller, { object: `group:${group.id}`, before: { ...before, members } })
    })
  }

  /**
   * Adds all items to a group, or none. The call can be repeated. Returns the ids that were added, in the order of the
   * input.
   */
  addItems(caller: Caller, group: string, items: readonly string[]): Promise<string[]> {
    return this.#write(caller, (tx, stamp) => addMembers(tx, caller, { group, items, stamp }))
  }

  /** Removes items from a group. Returns the ids that were removed, in the order of the input. */
  removeItems(caller: Caller, group: string, items: readonly string[]): Promise<string[]> {
    return this.#write(caller, (tx, stamp) => removeMembers(tx, caller, { group, items, stamp }))
  }

  async #write<T>(caller: Caller, work: (tx: Tx, stamp: Stamp) => Promise<T>): Promise<T> {
    const result = await this.#database.transaction(async (tx) => {
      await lockOrganisation(tx)
      return work(tx, { by: caller.userId, at: new Date(this.#clock.nowMs()) })
    })
    this.#changed()
    return result
  }
}
