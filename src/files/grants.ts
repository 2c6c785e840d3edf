import type { Database } from '../foundation/db/database.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { isUuid } from '../foundation/kit/ids.ts'
import { type Caller, createObjectGrants, type Grant, type GrantInput } from '../people/index.ts'
import { fileNotAllowed, fileNotFound } from './errors.ts'
import { type FileRight, filesSpace, rightsTo, type Seeing } from './rights.store.ts'

/** Grants for a file, or for a directory and everything below it. Allowed for callers with the right `access`. */
export interface FileGrants {
  list(caller: Caller, id: string): Promise<Grant[]>
  /** Replaces the grant of a subject. Throws when the caller does not hold one of the granted rights themselves. */
  put(caller: Caller, id: string, subject: string, given: GrantInput<FileRight>): Promise<void>
  remove(caller: Caller, id: string, subject: string): Promise<void>
}

export function createFileGrants(deps: { database: Database; clock: Clock; seeing: Seeing }): FileGrants {
  const objectGrants = createObjectGrants(deps)

  async function heldBy(caller: Caller, id: string): Promise<FileRight[]> {
    const held = isUuid(id) ? await rightsTo(deps.database.reader, deps.seeing(caller), id) : undefined
    if (held === undefined) throw fileNotFound(`file or directory ${id.slice(0, 100)} not found`)
    if (!held.includes('access')) throw fileNotAllowed('you may see this, but not say who else may')
    return held
  }

  return {
    async list(caller, id) {
      await heldBy(caller, id)
      return objectGrants.list(objectOf(id))
    },
    async put(caller, id, subject, given) {
      const held = await heldBy(caller, id)
      await objectGrants.put(caller, objectOf(id), subject, given, (right) => held.includes(right))
    },
    async remove(caller, id, subject) {
      await heldBy(caller, id)
      await objectGrants.remove(caller, objectOf(id), subject)
    },
  }
}

const objectOf = (id: string) => ({ space: filesSpace, id, path: `files/${id.toLowerCase()}` })
