import { Bound, join, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Source } from '../../query/index.ts'
import type { TextQuery, TextTerm } from './text-query.ts'

/** The largest page with snippets, because marking the words in a file takes milliseconds. */
const maxSnippets = 100
const marks = 'StartSel=**, StopSel=**, MaxFragments=2, MinWords=5, MaxWords=20, FragmentDelimiter=" … "'

/**
 * Narrows a source of files to those that match the query. On short pages, each file also gets a snippet with the
 * matches.
 */
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

/** The current version of each file, with its extracted text if there is one. */
const texts = sql`file f join file_version v on v.file = f.id and v.no = f.version
  left join blob_text t on t.sha256 = v.sha256`
/** The words of the name and of the text together: a query may match some words in the name and others in the text. */
const all = sql`(f.words || coalesce(t.words, ''))`

/**
 * Returns the condition that the query matches. The condition selects ids through both indexes: files with wanted words
 * in the text, and files with wanted words in the name. Where the indexes select too many files, the full query on all
 * words of name and text filters them.
 */
function fits(row: Sql, query: TextQuery): Sql {
  if (query.length === 0) return sql`false`
  const whole = either(query.map((terms) => sql`(${join(terms.map(termQuery), sql` && `)})`))
  const ids = (where: Sql): Sql => sql`select f.id from ${texts} where ${where}`
  const anyWanted = either(wantedOf(query).map(termQuery))
  const isPlain = query.every((terms) => terms.every(({ isWanted }) => isWanted))
  const rest = isPlain ? sql`` : sql` and ${all} @@ (${whole})`
  // A single word is either in the name or not, so the name need not be combined with the text.
  const isSingle = isPlain && query.every((terms) => terms.length === 1)
  const inName = isSingle
    ? sql`select f.id from file f where f.words @@ (${anyWanted})`
    : ids(sql`f.words @@ (${anyWanted}) and ${all} @@ (${whole})`)
  // An array makes PostgreSQL run the text search first. Otherwise the planner may start elsewhere, because it assumes
  // that the caller may see most files.
  return sql`${row}.id = any (array(${ids(sql`t.words @@ (${whole})${rest}`)} union all ${inName}))`
}

const wantedOf = (query: TextQuery): TextTerm[] => query.flat().filter(({ isWanted }) => isWanted)

const either = (queries: readonly Sql[]): Sql => join(queries, sql` || `)

function termQuery({ words, isWanted }: TextTerm): Sql {
  return sql`${isWanted ? sql`` : sql`!!`} phraseto_tsquery('file_words', ${new Bound(words)})`
}

/** Returns the snippet as JSON; null when the text has none of the wanted words. */
function snippet(row: Sql, wanted: readonly TextTerm[]): Sql {
  if (wanted.length === 0) return sql`'null'`
  const any = either(wanted.map(termQuery))
  return sql`coalesce((select to_json(ts_headline('file_words', t.excerpt, ${any}, ${marks}))::text
    from blob_text t where t.sha256 = ${row}.sha256 and t.words @@ (${any})), 'null')`
}
