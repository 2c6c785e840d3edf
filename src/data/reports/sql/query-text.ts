import { Sql } from '../../../foundation/db/sql.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A place in the SQL of a report that is filled in when the report runs. */
export interface Hole {
  /** A parameter such as `:since`, or a table such as `bi.docs_incoming`. */
  readonly is: 'parameter' | 'table'
  /** The code of the parameter, or the name of the table without `bi.`. */
  readonly name: string
}

/** The SQL of a report as text with holes: `strings[0]`, `holes[0]`, `strings[1]` and so on. */
export interface QueryText {
  readonly strings: readonly string[]
  readonly holes: readonly Hole[]
}

export interface QueryProblem {
  /** The line in the file, counted from 1. */
  readonly line: number
  readonly message: string
}

/**
 * Finds the parameters and tables in the SQL of a report, outside texts and comments. Reports problems when the text is
 * not one SELECT statement. Only the database checks the statement itself (`check-query.store.ts`).
 */
export function readQueryText(text: string): { readonly query: QueryText; readonly problems: readonly QueryProblem[] } {
  const strings: string[] = ['']
  const holes: Hole[] = []
  const problems: QueryProblem[] = []
  let depth = 0
  let hasEnded = false
  /** The last token other than a space or comment; undefined before the statement. */
  let before: Token | undefined
  for (const token of tokensOf(text)) {
    const hole = before?.text === '.' ? undefined : holeOf(token)
    const isSpace = token.is === 'space' || token.is === 'comment'
    if (token.text === '(') depth++
    if (token.text === ')') depth--
    const message = isSpace ? undefined : problemOf(token, { depth, hasEnded, isFirst: before === undefined })
    if (message !== undefined) {
      problems.push({ line: token.line, message })
      return { query: { strings, holes }, problems }
    }
    if (token.text === ';') hasEnded = true
    else if (hole === undefined) {
      strings[strings.length - 1] += token.is === 'comment' ? token.text.replace(/[^\n]/g, ' ') : token.text
    } else {
      holes.push(hole)
      strings.push('')
    }
    if (!isSpace) before = token
  }
  if (before === undefined) problems.push({ line: 1, message: 'the file holds no statement' })
  if (depth > 0) problems.push({ line: text.split('\n').length, message: 'a bracket is not closed' })
  return { query: { strings, holes }, problems }
}

function holeOf({ is, text }: Token): Hole | undefined {
  if (is === 'parameter') return { is, name: text.slice(1) }
  if (is !== 'table') return undefined
  const name = text.slice('bi.'.length)
  return { is, name: name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase() }
}

interface Position {
  /** The number of open brackets after the token. */
  readonly depth: number
  /** Whether the token follows the semicolon. */
  readonly hasEnded: boolean
  readonly isFirst: boolean
}

/** Returns why a token cannot be part of the SQL of a report at its position; undefined when it can. */
function problemOf({ is, text }: Token, { depth, hasEnded, isFirst }: Position): string | undefined {
  if (is === 'unclosed') {
    const what = text.startsWith('/*') ? 'comment' : text.startsWith('"') ? 'name' : 'text'
    return `this ${what} is not closed`
  }
  if (hasEnded) return 'a report is one statement; nothing may follow its semicolon'
  if (isFirst && !/^(select|with|\()$/i.test(text)) return 'a report is a SELECT statement'
  if (depth < 0) return 'this bracket was never opened'
  return text === '$' ? 'parameters are written as :code' : undefined
}

/** Returns the SQL of a report with its holes filled in. */
export function fillQuery({ strings, holes }: QueryText, fill: (hole: Hole) => Sql): Sql {
  return new Sql(strings, holes.map(fill))
}

/** Returns the names of the holes of one sort, each once. */
export function namesIn({ holes }: QueryText, is: Hole['is']): string[] {
  return [...new Set(holes.filter((hole) => hole.is === is).map(({ name }) => name))]
}
