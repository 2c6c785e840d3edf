import type { Sql } from '../db/sql.ts'
import type { Condition } from './condition.ts'
import { conditionSql } from './condition-sql.ts'
import { openDraft, rootFrame } from './frame.ts'
import type { Setting, Source } from './source.ts'

/** A condition as part of somebody else's WHERE (without the source's scope); `row` is the alias of its rows there. */
export function predicate(condition: Condition, source: Source, row: Sql, setting: Setting): Sql {
  return conditionSql(condition, rootFrame(source, row, openDraft(setting)))
}
