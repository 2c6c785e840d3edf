/** A token of SQL, as far as it matters for finding parameters, tables and the end of the statement. */
export interface Token {
  /** `table` is a name of the form `bi.name`; `unclosed` is a text, name or comment without an end. */
  readonly is: 'space' | 'comment' | 'text' | 'table' | 'name' | 'parameter' | 'other' | 'unclosed'
  readonly text: string
  /** The line of the token, counted from 1. */
  readonly line: number
}

const token = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*)`,
    String.raw`(?<comment>/\*)`,
    String.raw`(?<text>[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*')`,
    String.raw`(?<dollar>\$(?:[A-Za-z_]\w*)?\$)`,
    String.raw`(?<table>[bB][iI]\.(?:[A-Za-z_]\w*|"(?:""|[^"])+"))`,
    String.raw`(?<name>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|"(?:""|[^"])+")`,
    String.raw`(?<parameter>:[A-Za-z_]\w*)`,
    `(?<unclosed>['"])`,
    '(?<other>::|.)',
  ].join('|'),
  'sy',
)

/** Yields the tokens of an SQL text without gaps. An unclosed token is the last one. */
export function* tokensOf(sql: string): Generator<Token> {
  let line = 1
  for (let at = 0; at < sql.length; ) {
    token.lastIndex = at
    const { comment, dollar, ...groups } = token.exec(sql)!.groups!
    const end = comment ? endOfComment(sql, at) : dollar ? endOfText(sql, at, dollar) : token.lastIndex
    const text = sql.slice(at, end)
    const found = comment ? 'comment' : dollar ? 'text' : Object.keys(groups).find((name) => groups[name] !== undefined)
    const is = (end === undefined ? 'unclosed' : found) as Token['is']
    yield { is, text, line }
    if (is === 'unclosed') return
    line += text.split('\n').length - 1
    at += text.length
  }
}

/** Returns the end of a text between `$tag$`; undefined when the text is not closed. */
function endOfText(sql: string, from: number, tag: string): number | undefined {
  const end = sql.indexOf(tag, from + tag.length)
  return end < 0 ? undefined : end + tag.length
}

/** Returns the end of a comment, which may contain nested comments; undefined when the comment is not closed. */
function endOfComment(sql: string, from: number): number | undefined {
  const mark = /\/\*|\*\//g
  mark.lastIndex = from
  let depth = 0
  for (let found = mark.exec(sql); found !== null; found = mark.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return mark.lastIndex
  }
  return undefined
}
