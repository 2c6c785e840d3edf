import { Bound, join, type Sql, sql } from '../../db/sql.ts'
import type { Source } from '../../query/index.ts'
import type { TextQuery, TextTerm } from './text-query.ts'

/** To mark the words of a file takes milliseconds. */
const maxSnippets = 100
const marks = 'StartSel=**, StopSel=**, MaxFragments=2, MinWords=5, MaxWords=20, FragmentDelimiter=" … "'

/** Those of the files that the query fits, and with each of a short page where. Rights and all else stay. */
export function withText(files: Source, query: TextQuery, pageSize: number): Source {
  const wanted = wantedOf(query)
  const hasSnippet = pageSize <= maxSnippets
  return {
    ...files,
    scope: (row, ofMany) => sql`(${files.scope(row, ofMany)}) and ${fits(row, query)}`,
    whole: (row) =>
      hasSnippet
        ? sql`left(${files.whole(row)}, -1) || ',"snippet":' || ${snippet(row, wanted)} || '}'`
        : files.whole(row),
  }
}

/** The current version of each file, with its text where there is one. */
const texts = sql`file f join file_version v on v.file = f.id and v.no = f.version
  left join blob_text t on t.sha256 = v.sha256`
/** Of its name and its text together: one word may be in the one, and one in the other. */
const all = sql`(f.words || coalesce(t.words, ''))`

/**
 * As ids that are found, so that both indexes are used: what is wanted is in the text, or some of it is in the name.
 * Whatever is then too many is left out by all words together.
 */
function fits(row: Sql, query: TextQuery): Sql {
  if (query.length === 0) return sql`false`
  const whole = either(query.map((terms) => sql`(${join(terms.map(termQuery), sql` && `)})`))
  const ids = (where: Sql): Sql => sql`select f.id from ${texts} where ${where}`
  const anyWanted = either(wantedOf(query).map(termQuery))
  const isPlain = query.every((terms) => terms.every(({ isWanted }) => isWanted))
  const rest = isPlain ? sql`` : sql` and ${all} @@ (${whole})`
  // Single words are either there or not.
  const isSingle = isPlain && query.every((terms) => terms.length === 1)
  const inName = isSingle
    ? sql`select f.id from file f where f.words @@ (${anyWanted})`
    : ids(sql`f.words @@ (${anyWanted}) and ${all} @@ (${whole})`)
  // As an array, so that it comes first: the planner takes what somebody may see for most of all files.
  return sql`${row}.id = any (array(${ids(sql`t.words @@ (${whole})${rest}`)} union all ${inName}))`
}

const wantedOf = (query: TextQuery): TextTerm[] => query.flat().filter(({ isWanted }) => isWanted)

const either = (queries: readonly Sql[]): Sql => join(queries, sql` || `)

function termQuery({ words, isWanted }: TextTerm): Sql {
  return sql`${isWanted ? sql`` : sql`!!`} phraseto_tsquery('file_words', ${new Bound(words)})`
}

/** As JSON; null when the words are in the name alone. */
function snippet(row: Sql, wanted: readonly TextTerm[]): Sql {
  if (wanted.length === 0) return sql`'null'`
  const any = either(wanted.map(termQuery))
  return sql`coalesce((select to_json(ts_headline('file_words', t.excerpt, ${any}, ${marks}))::text
    from blob_text t where t.sha256 = ${row}.sha256 and t.words @@ (${any})), 'null')`
}
