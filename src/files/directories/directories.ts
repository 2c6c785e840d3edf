import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid, newId } from '../../foundation/kit/ids.ts'
import { JsonText } from '../../foundation/kit/json.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest } from '../../query/index.ts'
import { fileNotAllowed, nameTaken, tooDeepDirectory } from '../errors.ts'
import { unknownDirectory } from '../not-found.ts'
import { rootId, type Seeing } from '../rights.store.ts'
import { insertDirectory, lockDirectory, type OpenDirectory, openDirectory } from './directories.store.ts'
import { directorySource } from './directory-source.ts'
import { nameKey, readName } from './entry-names.ts'

/** The maximum depth. Each directory stores the list of its ancestors, so lists become slower with the depth. */
const maxDepth = 100

interface DirectoryInput {
  readonly name: string
  /** The id of the parent; defaults to the directory `files`. */
  readonly parent?: string | undefined
  /**
   * Whether file names in the directory are unique; defaults to true. A file whose name is taken gets a numbered name.
   */
  readonly uniqueNames?: boolean | undefined
}

export interface Directories {
  /** Creates a directory and returns it as JSON. */
  create(caller: Caller, input: DirectoryInput): Promise<JsonText>
  get(caller: Caller, id: string): Promise<JsonText>
  list(caller: Caller, input: unknown): Promise<Page>
  /** Returns a directory in which the caller may create something; throws otherwise. */
  openFor(caller: Caller, id: string): Promise<OpenDirectory>
}

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly seeing: Seeing
  readonly lists: Lists
}

export function createDirectories({ database, clock, seeing, lists }: Deps): Directories {
  async function open(caller: Caller, id: string): Promise<OpenDirectory> {
    const found = isUuid(id) ? await openDirectory(database.reader, seeing(caller), id) : undefined
    if (found === undefined) throw unknownDirectory(id)
    return found
  }
  async function openFor(caller: Caller, id: string): Promise<OpenDirectory> {
    const found = await open(caller, id)
    if (!found.mayCreate) throw fileNotAllowed('you can see this directory, but you cannot add anything to it')
    return found
  }
  return {
    openFor,
    get: async (caller, id) => new JsonText((await open(caller, id)).view),
    list: (caller, input) =>
      lists.page(readListRequest(input), directorySource(seeing(caller)), {
        callerId: caller.userId,
        nowMs: clock.nowMs(),
      }),
    async create(caller, input) {
      const parent = await openFor(caller, input.parent ?? rootId)
      if (parent.parents.length >= maxDepth)
        throw tooDeepDirectory(`a directory may have at most ${maxDepth} directories above it`, { field: 'directory' })
      const name = readName(input.name, 'directory')
      const nowMs = clock.nowMs()
      const { uniqueNames = true } = input
      const directory = { id: newId(nowMs), parent: parent.id, name, uniqueNames }
      await database.transaction(async (tx) => {
        if ((await lockDirectory(tx, parent.id)) === undefined) throw unknownDirectory(parent.id)
        const row = { ...directory, parents: [parent.id, ...parent.parents], nameKey: nameKey(name) }
        if (!(await insertDirectory(tx, row, caller.userId, new Date(nowMs))))
          throw nameTaken(`a directory "${name}" already exists here`, { field: 'name' })
        await recordAudit(tx, caller, { object: `directory:${directory.id}`, after: directory })
      })
      return new JsonText((await open(caller, directory.id)).view)
    },
  }
}
