import type { Sql } from '../db/sql.ts'
import type { Condition } from './condition.ts'
import { conditionSql } from './condition-sql.ts'
import { openDraft, rootFrame } from './frame.ts'
import type { Setting, Source } from './source.ts'

export interface Predicate {
  readonly sql: Sql
  /** It depends on rows of other sources, too. */
  readonly looksElsewhere: boolean
}

/**
 * A condition as part of somebody else's statement (without the source's scope); `row` is the alias of its rows there.
 * Its own aliases are none that a list gives, so it may stand anywhere in one.
 */
export function predicate(condition: Condition, source: Source, row: Sql, setting: Setting): Predicate {
  const draft = openDraft(setting, 'rule')
  const sql = conditionSql(condition, rootFrame(source, row, draft))
  return { sql, looksElsewhere: draft.looksElsewhere }
}
