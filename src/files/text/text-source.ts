import { Bound, join, type Sql, sql } from '../../db/sql.ts'
import type { Source } from '../../query/index.ts'
import type { TextQuery, TextTerm } from './text-query.ts'

/** To mark the words of a file takes milliseconds. */
const maxSnippets = 100
const marks = 'StartSel=**, StopSel=**, MaxFragments=2, MinWords=5, MaxWords=20, FragmentDelimiter=" … "'

/** Those of the files that the query fits, and with each of a short page where. Rights and all else stay. */
export function withText(files: Source, query: TextQuery, pageSize: number): Source {
  const wanted = query.flat().filter(({ isWanted }) => isWanted)
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

function fits(row: Sql, query: TextQuery): Sql {
  const groups = query.map(
    (terms) =>
      sql`(${join(
        terms.map((term) => termFits(row, term)),
        sql` and `,
      )})`,
  )
  return groups.length === 0 ? sql`false` : sql`(${join(groups, sql` or `)})`
}

/** As ids that are found, so that each of both indexes is used; only the current version counts. */
function termFits(row: Sql, { words, isWanted }: TextTerm): Sql {
  const phrase = sql`phraseto_tsquery('file_words', ${new Bound(words)})`
  return sql`${row}.id ${isWanted ? sql`in` : sql`not in`} (
    select f.id from blob_text t join file_version v on v.sha256 = t.sha256
      join file f on f.id = v.file and f.version = v.no
      where t.words @@ ${phrase}
    union all select f.id from file f where f.words @@ ${phrase})`
}

/** As JSON; null when the words are in the name alone. */
function snippet(row: Sql, wanted: readonly TextTerm[]): Sql {
  if (wanted.length === 0) return sql`'null'`
  const any = join(
    wanted.map(({ words }) => sql`phraseto_tsquery('file_words', ${words})`),
    sql` || `,
  )
  return sql`coalesce((select to_json(ts_headline('file_words', t.excerpt, ${any}, ${marks}))::text
    from blob_text t where t.sha256 = ${row}.sha256 and t.words @@ (${any})), 'null')`
}
