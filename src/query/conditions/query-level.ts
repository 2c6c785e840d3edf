import { id, type Sql } from '../../foundation/db/sql.ts'
import type { QueryContext, Source } from '../source.ts'
import type { ListValue, Rows, UnnestedList } from './plan.ts'

/** The state of compiling one SQL statement. */
export interface Compilation {
  readonly setting: QueryContext
  /** The prefix of the statement's aliases. */
  readonly prefix: string
  /** The number of aliases given so far. */
  aliases: number
  /** The total number of characters in the texts and patterns that the statement searches for. */
  likeChars: number
  /**
   * Whether the result depends on rows of another source. If so, writes to the statement's own source are not enough to
   * invalidate a cached result.
   */
  looksElsewhere: boolean
  /** Whether the statement searches a text that has an index. */
  searchesText: boolean
}

/** One level of nested queries: the source whose rows a condition tests, and the alias of these rows. */
export interface QueryLevel extends Rows {
  /** The level of the query around a sub-query; undefined for the statement itself. */
  readonly outer: QueryLevel | undefined
  readonly compilation: Compilation
}

export function openCompilation(setting: QueryContext, prefix = 't'): Compilation {
  return { setting, prefix, aliases: 0, likeChars: 0, looksElsewhere: false, searchesText: false }
}

export function topLevel(source: Source, row: Sql, compilation: Compilation): QueryLevel {
  return { source, row, outer: undefined, compilation }
}

export function newAlias(compilation: Compilation): Sql {
  return id(`${compilation.prefix}${++compilation.aliases}`)
}

export function unnested(list: ListValue, compilation: Compilation): UnnestedList {
  return { ...list, alias: newAlias(compilation) }
}
