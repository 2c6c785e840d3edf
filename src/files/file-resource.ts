import {
  type Grants,
  type ObjectAccess,
  type Protected,
  type Resource,
  ResourceAccess,
  type Rows,
} from '../access/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { type Sql, sql } from '../foundation/db/sql.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { isUuid } from '../foundation/kit/ids.ts'
import type { Caller } from '../people/index.ts'
import type { Source } from '../query/index.ts'
import { openDirectory } from './directories/directories.store.ts'
import { directorySource } from './directories/directory-source.ts'
import { fileNotAllowed, fileNotFound } from './errors.ts'
import { fileSource } from './permanent/file-source.ts'
import { type FileAction, type FileCaller, protectedDirectories, protectedFiles, type Seeing } from './rights.store.ts'

/** Grants and explanations for a file, or for a directory and everything below it, given by its id. */
export type FileAccess = ObjectAccess<FileAction, object>

interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly seeing: Seeing
}

/** Creates the access to files and directories. An id is first looked up among the directories. */
export function createFileAccess(deps: Deps): FileAccess {
  const { database, seeing } = deps
  const files = new ResourceAccess(
    deps,
    resourceOf(seeing, protectedFiles, (caller) => fileSource(caller)),
  )
  const directories = new ResourceAccess(deps, resourceOf(seeing, protectedDirectories, directorySource))
  const at = async (caller: Caller, id: string | undefined): Promise<FileAccess> => {
    const isDirectory = isUuid(id) && (await openDirectory(database.reader, seeing(caller), id)) !== undefined
    return isDirectory ? directories : files
  }
  const grantsAt = async (caller: Caller, id: string): Promise<Grants<FileAction, object>> =>
    (await at(caller, id)).grants
  return {
    grants: {
      list: async (caller, address) => (await grantsAt(caller, address.id)).list(caller, address),
      put: async (caller, address, subject, given) =>
        (await grantsAt(caller, address.id)).put(caller, address, subject, given),
      remove: async (caller, address, subject) => (await grantsAt(caller, address.id)).remove(caller, address, subject),
    },
    rights: async (caller, address, among) => (await at(caller, address.id)).rights(caller, address, among),
    addGrant: async (tx, caller, target, given) =>
      (await at(caller, target.address.id)).addGrant(tx, caller, target, given),
    removeGrant: async (tx, caller, target, rights) =>
      (await at(caller, target.address.id)).removeGrant(tx, caller, target, rights),
    explain: async (caller, request) => (await at(caller, request.id)).explain(caller, request),
  }
}

function resourceOf(
  seeing: Seeing,
  objects: (caller: FileCaller) => Protected<FileAction>,
  sourceOf: (caller: FileCaller) => Source,
): Resource<FileAction, object> {
  return {
    open(caller) {
      const own = seeing(caller)
      const source = sourceOf(own)
      const rows = (scope: (row: Sql) => Sql): Rows => ({ relation: source.relation, scope, id: source.id })
      return {
        ...objects(own),
        grounds: (holder, asking) => objects(seeing({ ...caller, ...asking })).grounds(holder, asking),
        path: 'files',
        visible: rows((row) => sql`${source.live(row)} and (${source.scope(row)})`),
        all: rows(source.live),
      }
    },
    notFound: ({ id }) => fileNotFound(`file or directory ${id.slice(0, 100)} not found`),
    notAllowed: () => fileNotAllowed('you can see this, but you cannot see or change its grants'),
  }
}
