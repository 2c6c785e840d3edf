import type { Sql } from '../foundation/db/sql.ts'
import type { Condition } from './condition.ts'
import { openCompilation, topLevel } from './conditions/query-level.ts'
import { resolve } from './conditions/resolve.ts'
import type { QueryContext, Source } from './source.ts'
import { planSql } from './sql/plan-sql.ts'

export interface Predicate {
  readonly sql: Sql
  /** Whether the condition also depends on rows of other sources. */
  readonly looksElsewhere: boolean
  /** Whether the condition collects the ids of all its rows before the rows are read. */
  readonly collectsIds?: boolean
}

/**
 * Compiles a condition as part of another statement, without the source's scope. `row` is the alias of the source's
 * rows in that statement. The condition's own aliases begin with `rule`, which no list uses, so the condition may stand
 * anywhere in a list statement.
 */
export function predicate(condition: Condition, source: Source, row: Sql, setting: QueryContext): Predicate {
  const compilation = openCompilation(setting, 'rule')
  const plan = resolve(condition, topLevel(source, row, compilation))
  return { sql: planSql(plan), looksElsewhere: compilation.looksElsewhere }
}
