import type { Reader } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { contains, nameRank, type SearchTerm } from '../../query/index.ts'
import { folded } from '../../values/index.ts'
import { fileSource } from '../permanent/file-source.ts'
import type { FileCaller } from '../rights.store.ts'
import { wordsOf } from '../text/words.ts'
import type { TextQuery } from './text-query.ts'
import { withText } from './text-source.ts'

/** A file found by the search over everything. */
export interface FoundFile {
  readonly id: string
  readonly name: string
  readonly directory: string
  /**
   * The rank of the match: 0 when the name equals the search term, 1 when it begins with the term, 2 when it contains
   * the term, 4 when the name does not contain the term, but name and content together have all of its words.
   */
  readonly rank: number
  /** The creation time in the format of the public API. */
  readonly createdAt: string
}

const row = sql`f`
const columns = sql`f.id, f.name, f.directory, wire_time(f.created_at) as "createdAt"`
const hasName = (needle: SearchTerm) => contains(folded(sql`f.name`), needle)

/**
 * Returns up to `limit` files visible to the caller whose name contains the search term, by rank, then newest first.
 */
export function filesByName(
  reader: Reader,
  caller: FileCaller,
  needle: SearchTerm,
  limit: number,
): Promise<FoundFile[]> {
  const source = fileSource(caller)
  return reader.rows<FoundFile>(sql`
    select ${columns}, ${nameRank(sql`f.name`, needle)} as rank from ${source.relation} f
    where ${source.live(row)} and ${hasName(needle)} and (${source.scope(row, true)})
    order by rank, f.created_at desc, f.id desc limit ${limit}`)
}

/**
 * Returns up to `limit` files whose content and name together have all words of the search term, newest first. Files
 * whose name contains the search term as a whole are left out.
 */
export async function filesByContent(
  reader: Reader,
  caller: FileCaller,
  needle: SearchTerm,
  limit: number,
): Promise<FoundFile[]> {
  const query = queryOf(needle)
  if (query.length === 0) return []
  const source = withText(fileSource(caller), query, 0)
  return reader.rows<FoundFile>(sql`
    select ${columns}, 4 as rank from ${source.relation} f
    where ${source.live(row)} and (${source.scope(row, true)}) and not ${hasName(needle)}
    order by f.created_at desc, f.id desc limit ${limit}`)
}

/**
 * Returns the snippet of each file, with the words of the search term marked, by the file's id. The snippet is null
 * when only the name has the words.
 */
export async function fileSnippets(
  reader: Reader,
  caller: FileCaller,
  needle: SearchTerm,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const source = withText(fileSource(caller), queryOf(needle), ids.length)
  const found = await reader.rows<{ id: string; file: string }>(sql`
    select f.id, ${source.whole(row)} as file from ${source.relation} f
    where f.id = any (${ids}::uuid[]) and ${source.live(row)} and (${source.scope(row)})`)
  return new Map(found.map(({ id, file }) => [id, (JSON.parse(file) as { snippet: string | null }).snippet]))
}

/** Returns a query for all words of the search term, as the index splits them. */
function queryOf({ text }: SearchTerm): TextQuery {
  const terms = wordsOf(text).map((words) => ({ words, isWanted: true }))
  return terms.length === 0 ? [] : [terms]
}
