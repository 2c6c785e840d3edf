import type { QueryText } from './query-text.ts'
import { tokensOf } from './tokens.ts'

/** Tells whether a report names a column. */
export type IsNamed = (column: string) => boolean

/** A token of a report's SQL without spaces and comments; a name as PostgreSQL folds it. */
interface Word {
  readonly is: string
  readonly text: string
}

/** The words that may follow a table without an alias. */
const clauses = new Set(
  'where group having window union intersect except order limit offset fetch for on using join inner left right full cross natural tablesample'.split(
    ' ',
  ),
)
const known = new WeakMap<QueryText, IsNamed>()

/**
 * Returns a function that tells whether the SQL of a report names a column of its tables. All columns count as named when
 * the SQL reads whole rows. A rare form, such as a name written as `U&"…"`, may be missed.
 */
export function namedColumns(query: QueryText): IsNamed {
  const found = known.get(query) ?? findNamed(query)
  known.set(query, found)
  return found
}

function findNamed(query: QueryText): IsNamed {
  const words = wordsOf(query)
  if (words.some((word, index) => readsWholeRows(word, words[index - 1], words[index + 1]))) return () => true
  if (areRowsValues(words)) return () => true
  const names = new Set(words.filter(({ is }) => is === 'name').map(({ text }) => text))
  return (column) => names.has(column)
}

function wordsOf({ strings, holes }: QueryText): Word[] {
  return strings.flatMap((text, index): Word[] => {
    const tokens = [...tokensOf(text)].filter(({ is }) => is !== 'space' && is !== 'comment')
    const words = tokens.map((token) => (token.is === 'name' ? { ...token, text: folded(token.text) } : token))
    const hole = holes[index]
    return hole === undefined ? words : [...words, { is: hole.is, text: hole.name }]
  })
}

function folded(name: string): string {
  if (name.startsWith('"')) return name.slice(1, -1).replaceAll('""', '"')
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Returns whether a word stands for all columns: `*`, but not as an operator or in `count(*)`. */
function readsWholeRows({ is, text }: Word, before: Word | undefined, after: Word | undefined): boolean {
  if (is === 'name') return text === 'natural' || text === 'table'
  if (text !== '*' || before?.text === '(') return false
  const isAfterStart = ['.', ',', 'select', 'distinct', 'all'].includes(before?.text ?? '.')
  return isAfterStart || [',', ')', 'from'].includes(after?.text ?? ',')
}

/** Returns whether a table renames its columns, or its alias is used as a value: the whole row. */
function areRowsValues(words: readonly Word[]): boolean {
  const aliases = new Set<string>()
  /** The places of the aliases after their tables. */
  const places = new Set<number>()
  for (const [index, { is, text }] of words.entries()) {
    if (is !== 'table') continue
    const place = words[index + 1]?.text === 'as' ? index + 2 : index + 1
    const alias = words[place]
    if (alias?.text === 'from') return true
    if (alias?.is !== 'name' || clauses.has(alias.text)) {
      aliases.add(text)
      continue
    }
    if (words[place + 1]?.text === '(') return true
    aliases.add(alias.text)
    places.add(place)
  }
  return words.some(
    ({ is, text }, index) => is === 'name' && aliases.has(text) && !places.has(index) && words[index + 1]?.text !== '.',
  )
}
