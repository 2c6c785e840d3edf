import { type Sql, sql } from '../foundation/db/sql.ts'
import type { RowRule } from './row-rule.ts'

/** Returns a rule as a condition of a WHERE clause. */
export function ruleSql(rule: RowRule, row: Sql, ofMany = false): Sql {
  if (typeof rule === 'boolean') return rule ? sql`true` : sql`false`
  return sql`(${rule(row, ofMany).sql})`
}
