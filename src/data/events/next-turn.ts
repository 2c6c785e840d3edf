import { type Sql, sql } from '../../foundation/db/sql.ts'

/**
 * Returns the SQL for the turn of a change of the element `row`: the turn of the transaction, or that of an earlier change
 * when that is higher. The turns of an element so follow the order of its changes. Without this, a transaction with a
 * lower number could change an element after one with a higher number, and its event would come first.
 */
export function nextTurn(row: Sql): Sql {
  return sql`greatest(audit_turn(pg_current_xact_id()), ${row}.turn)`
}
