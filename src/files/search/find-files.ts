import type { Database } from '../../foundation/db/database.ts'
import type { Caller } from '../../people/index.ts'
import type { SearchTerm } from '../../query/index.ts'
import type { Seeing } from '../rights.store.ts'
import { type FoundFile, fileSnippets, filesByContent, filesByName } from './find-files.store.ts'

/** The file part of the search over everything; finds files that are not deleted and visible to the caller. */
export interface FindFiles {
  byName(caller: Caller, needle: SearchTerm, limit: number): Promise<FoundFile[]>
  byContent(caller: Caller, needle: SearchTerm, limit: number): Promise<FoundFile[]>
  snippets(caller: Caller, needle: SearchTerm, ids: readonly string[]): Promise<Map<string, string | null>>
}

export function createFindFiles({ database, seeing }: { database: Database; seeing: Seeing }): FindFiles {
  const { reader } = database
  return {
    byName: (caller, needle, limit) => filesByName(reader, seeing(caller), needle, limit),
    byContent: (caller, needle, limit) => filesByContent(reader, seeing(caller), needle, limit),
    snippets: (caller, needle, ids) => fileSnippets(reader, seeing(caller), needle, ids),
  }
}
