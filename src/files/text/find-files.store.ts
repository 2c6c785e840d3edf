import type { Reader } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { folded } from '../../fields/index.ts'
import { contains, type Needle, nameRank } from '../../query/index.ts'
import { fileSource } from '../permanent/file-source.ts'
import type { FileCaller } from '../rights.store.ts'
import type { TextQuery } from './text-query.ts'
import { withText } from './text-source.ts'
import { wordsOf } from './words.ts'

/** A file that a search over everything has found. */
export interface FoundFile {
  readonly id: string
  readonly name: string
  readonly directory: string
  /** 0: its name is the needle; 1: begins with it; 2: contains it; 4: its content has the words. */
  readonly rank: number
  /** As the wire spells it. */
  readonly createdAt: string
}

const row = sql`f`
const columns = sql`f.id, f.name, f.directory, wire_time(f.created_at) as "createdAt"`
const hasName = (needle: Needle) => contains(folded(sql`f.name`), needle)

/** Returns up to `most` files of the caller whose name contains the needle: the best names first, then the newest. */
export function filesByName(reader: Reader, caller: FileCaller, needle: Needle, most: number): Promise<FoundFile[]> {
  const source = fileSource(caller)
  return reader.rows<FoundFile>(sql`
    select ${columns}, ${nameRank(sql`f.name`, needle)} as rank from ${source.relation} f
    where ${source.live(row)} and ${hasName(needle)} and (${source.scope(row, true)})
    order by rank, f.created_at desc, f.id desc limit ${most}`)
}

/** Returns up to `most` files whose content has all words of the needle, the newest first; not those found by their name. */
export async function filesByContent(
  reader: Reader,
  caller: FileCaller,
  needle: Needle,
  most: number,
): Promise<FoundFile[]> {
  const query = queryOf(needle)
  if (query.length === 0) return []
  const source = withText(fileSource(caller), query, 0)
  return reader.rows<FoundFile>(sql`
    select ${columns}, 4 as rank from ${source.relation} f
    where ${source.live(row)} and (${source.scope(row, true)}) and not ${hasName(needle)}
    order by f.created_at desc, f.id desc limit ${most}`)
}

/** Returns where the words of the needle stand in the files, by their ids; null for words that are in the name alone. */
export async function fileSnippets(
  reader: Reader,
  caller: FileCaller,
  needle: Needle,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const source = withText(fileSource(caller), queryOf(needle), ids.length)
  const found = await reader.rows<{ id: string; file: string }>(sql`
    select f.id, ${source.whole(row)} as file from ${source.relation} f
    where f.id = any (${ids}::uuid[]) and ${source.live(row)} and (${source.scope(row)})`)
  return new Map(found.map(({ id, file }) => [id, (JSON.parse(file) as { snippet: string | null }).snippet]))
}

/** All words of the needle, as they are cut for the index. */
function queryOf({ text }: Needle): TextQuery {
  const terms = wordsOf(text).map((words) => ({ words, isWanted: true }))
  return terms.length === 0 ? [] : [terms]
}
