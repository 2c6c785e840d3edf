import { deleteGrantsOf, type Grants, ResourceAccess } from '../../access/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database, Tx } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import { directoryInUse, directoryNotFound, nomenclatureNotAllowed, wrongDirectory } from '../errors.ts'
import {
  changeDirectory,
  type DirectoryRow,
  deleteDirectory,
  directoryById,
  hasContent,
  insertDirectory,
  lockOffice,
  pathOf,
} from './directories.store.ts'
import { directorySource } from './directory-source.ts'
import { readIndex, readName } from './names.ts'
import { lacks, type OfficeRight, officeResource, officeSpace } from './office-access.ts'

export interface DirectoryInput {
  readonly name: string
  readonly type: 'place' | 'section'
  /** The directory that a section is inside. */
  readonly directoryId?: string | null | undefined
  /** The directory's part of indexes and numbers, such as `01` or `MSK`. */
  readonly code?: string | null | undefined
}

export interface DirectoryChange {
  readonly name?: string | undefined
  readonly directoryId?: string | null | undefined
  readonly code?: string | null | undefined
}

/**
 * Offices and sections. Each method throws a 404 for a directory that the caller may not see, and a 403 when the caller
 * lacks the right.
 */
export class Directories {
  readonly grants: Grants<OfficeRight, object>
  readonly #database: Database
  readonly #clock: Clock
  readonly #lists: Lists

  constructor(database: Database, clock: Clock, lists: Lists, granted?: () => void) {
    this.#database = database
    this.#clock = clock
    this.#lists = lists
    this.grants = new ResourceAccess({ database, clock, granted }, officeResource).grants
  }

  list(caller: Caller, input: unknown): Promise<Page> {
    return this.#lists.page(readListRequest(input), directorySource(caller), {
      callerId: caller.userId,
      nowMs: this.#clock.nowMs(),
    })
  }

  async get(caller: Caller, id: string): Promise<JsonText> {
    return new JsonText((await openDirectory(this.#database.reader, caller, id)).view)
  }

  /** Creates an office, which only administrators may do, or a section. Returns it as JSON. */
  async create(caller: Caller, { name, type, directoryId, code }: DirectoryInput): Promise<JsonText> {
    const nowMs = this.#clock.nowMs()
    const id = newId(nowMs)
    await this.#database.transaction(async (tx) => {
      const office = type === 'place' ? officeOf(caller, id, directoryId) : await parentOf(tx, caller, directoryId)
      const parent = type === 'place' ? null : directoryId!
      const row = { id, kind: type, name: readName(name, 'name'), code: readIndex(code), parent, office }
      await insertDirectory(tx, row, caller.userId, new Date(nowMs))
      await recordAudit(tx, caller, { object: `nomenclature-directory:${id}`, after: row })
    })
    return this.get(caller, id)
  }

  async update(caller: Caller, id: string, change: DirectoryChange): Promise<JsonText> {
    await this.#database.transaction(async (tx) => {
      const before = await administeredDirectory(tx, caller, id)
      await lockOffice(tx, before.office)
      const parent = await newParent(tx, caller, before, change.directoryId)
      const name = change.name === undefined ? before.name : readName(change.name, 'name')
      const code = change.code === undefined ? before.code : readIndex(change.code)
      const after = { name, code, parent }
      await changeDirectory(tx, { id: before.id, ...after }, caller.userId, new Date(this.#clock.nowMs()))
      const { name: oldName, code: oldCode, parent: oldParent } = before
      const values = { name: oldName, code: oldCode, parent: oldParent }
      await recordAudit(tx, caller, { object: `nomenclature-directory:${before.id}`, before: values, after })
    })
    return this.get(caller, id)
  }

  /** Deletes an office or section that contains nothing. */
  async delete(caller: Caller, id: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const { view: _view, mayAdminister: _may, ...before } = await administeredDirectory(tx, caller, id)
      await lockOffice(tx, before.office)
      if (await hasContent(tx, before.id)) throw directoryInUse(`"${before.name}" contains sections or cases`)
      await deleteDirectory(tx, before.id, caller.userId, new Date(this.#clock.nowMs()))
      if (before.kind === 'place') await deleteGrantsOf(tx, officeSpace, before.id)
      await recordAudit(tx, caller, { object: `nomenclature-directory:${before.id}`, before })
    })
  }
}

/** Returns a visible office or section. Throws a 404 otherwise. */
async function openDirectory(
  reader: Parameters<typeof directoryById>[0],
  caller: Caller,
  id: string,
  lock?: 'lock',
): Promise<DirectoryRow> {
  const found = isUuid(id) ? await directoryById(reader, caller, id, lock) : undefined
  if (found === undefined) throw directoryNotFound(`office or section ${id.slice(0, 100)} not found`)
  return found
}

/** Returns and locks an office or section that the caller administers. */
export async function administeredDirectory(tx: Tx, caller: Caller, id: string): Promise<DirectoryRow> {
  const found = await openDirectory(tx, caller, id, 'lock')
  if (!found.mayAdminister) throw lacks('administer')
  return found
}

/** Returns the office of a new office, which is the id of the new office itself. */
function officeOf(caller: Caller, id: string, parent: string | null | undefined): string {
  if (!caller.administrator) throw nomenclatureNotAllowed('only administrators may create offices')
  if (parent != null)
    throw wrongDirectory('an office is not inside another directory; leave out "directoryId"', { field: 'directoryId' })
  return id
}

/** Returns the office of the directory in which the caller creates a section. */
async function parentOf(tx: Tx, caller: Caller, parent: string | null | undefined): Promise<string> {
  if (parent == null)
    throw wrongDirectory('a section needs "directoryId", the office or section that it is inside', {
      field: 'directoryId',
    })
  return (await administeredDirectory(tx, caller, parent)).office
}

/** Returns the parent of a directory after a change. */
async function newParent(
  tx: Tx,
  caller: Caller,
  { id, kind, parent, office }: DirectoryRow,
  wanted: string | null | undefined,
): Promise<string | null> {
  if (wanted === undefined || wanted?.toLowerCase() === parent) return parent
  const wrong = (sentence: string) => wrongDirectory(sentence, { field: 'directoryId' })
  if (kind === 'place') throw wrong('an office stays at the top; it cannot be moved')
  if (wanted === null) throw wrong('a section stays inside an office; it cannot be moved to the top')
  const target = await administeredDirectory(tx, caller, wanted)
  if (target.office !== office) throw wrong('a section cannot be moved to another office')
  if ((await pathOf(tx, target.id)).includes(id)) throw wrong('a section cannot be moved into itself')
  return target.id
}
