import { Sql } from '../../../foundation/db/sql.ts'

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

/** The tokens of SQL, as far as they matter for finding parameters, tables and the end of the statement. */
const token = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*)`,
    String.raw`(?<comment>/\*)`,
    String.raw`(?<text>[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*')`,
    String.raw`(?<dollar>\$(?:[A-Za-z_]\w*)?\$)`,
    String.raw`(?<name>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|"(?:""|[^"])+")`,
    '(?<cast>::)',
    String.raw`(?<parameter>:[A-Za-z_]\w*)`,
    String.raw`(?<number>[0-9][\w.]*)`,
    '(?<other>.)',
  ].join('|'),
  'sy',
)

/**
 * Finds the parameters and tables in the SQL of a report, outside texts and comments. Reports what is not the text of one
 * SELECT statement. Only the database checks the statement itself (`check-query.store.ts`).
 */
export function readQueryText(text: string): { readonly query: QueryText; readonly problems: readonly QueryProblem[] } {
  const strings: string[] = ['']
  const holes: Hole[] = []
  const problems: QueryProblem[] = []
  const lineAt = (at: number): number => text.slice(0, at).split('\n').length
  const refuse = (at: number, message: string): void => void problems.push({ line: lineAt(at), message })
  const keep = (piece: string): void => {
    strings[strings.length - 1] += piece
  }
  const addHole = (hole: Hole): void => {
    holes.push(hole)
    strings.push('')
  }

  let [depth, begun, ended] = [0, false, false]
  let before = ''
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at
    const groups = token.exec(text)!.groups!
    let end = token.lastIndex
    if (groups.comment || groups.dollar) end = endOf(text, at, groups.dollar)
    const piece = text.slice(at, end)
    if (end > text.length || (groups.other && /['"]/.test(piece))) {
      refuse(at, `this ${groups.comment ? 'comment' : piece === '"' ? 'name' : 'text'} is not closed`)
      break
    }
    if (groups.space || groups.comment) {
      keep(groups.comment ? piece.replace(/[^\n]/g, ' ') : piece)
      at = end
      continue
    }
    if (ended) refuse(at, 'a report is one statement; nothing may follow its semicolon')
    if (ended) break
    if (!begun && !/^(select|with|\()$/i.test(piece)) refuse(at, 'a report is a SELECT statement')
    begun = true
    if (piece === '(') depth++
    if (piece === ')' && --depth < 0) {
      refuse(at, 'this bracket was never opened')
      break
    }
    const table = groups.name && before !== '.' && piece.toLowerCase() === 'bi' ? tableAt(text, end) : undefined
    if (groups.parameter) addHole({ is: 'parameter', name: piece.slice(1) })
    else if (table !== undefined) {
      addHole({ is: 'table', name: table.name })
      end = table.end
    } else if (piece === ';') ended = true
    else {
      if (piece === '$') refuse(at, 'parameters are written as :code')
      keep(piece)
    }
    before = piece
    at = end
  }
  if (!begun && problems.length === 0) refuse(0, 'the file holds no statement')
  if (depth > 0 && problems.length === 0) refuse(text.length, 'a bracket is not closed')
  return { query: { strings, holes }, problems }
}

/** Returns the SQL of a report with its holes filled in. */
export function fillQuery({ strings, holes }: QueryText, fill: (hole: Hole) => Sql): Sql {
  return new Sql(strings, holes.map(fill))
}

/** Returns the names of the holes of one sort, each once. */
export function namesIn({ holes }: QueryText, is: Hole['is']): string[] {
  return [...new Set(holes.filter((hole) => hole.is === is).map(({ name }) => name))]
}

/** Returns the end of a comment, which may contain comments, or of a text between `$tag$`; beyond the text without an end. */
function endOf(text: string, from: number, dollar: string | undefined): number {
  if (dollar !== undefined) {
    const end = text.indexOf(dollar, from + dollar.length)
    return end < 0 ? text.length + 1 : end + dollar.length
  }
  const mark = /\/\*|\*\//g
  mark.lastIndex = from
  for (let depth = 0; ; ) {
    const found = mark.exec(text)
    if (found === null) return text.length + 1
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return mark.lastIndex
  }
}

/** Returns the table that follows `bi`; undefined where no name follows. */
function tableAt(text: string, from: number): { readonly name: string; readonly end: number } | undefined {
  const name = /\.(?:([A-Za-z_]\w*)|"((?:""|[^"])+)")/y
  name.lastIndex = from
  const [, plain, quoted] = name.exec(text) ?? []
  if (plain === undefined && quoted === undefined) return undefined
  return { name: plain?.toLowerCase() ?? quoted!.replaceAll('""', '"'), end: name.lastIndex }
}
