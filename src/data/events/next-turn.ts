import { type Sql, sql } from '../../foundation/db/sql.ts'

/**
 * Returns the SQL for the turn of a change of the element `row`: the turn of the transaction, or that of an earlier
 * change when that is higher. Therefore the turns of an element follow the order of its changes. Without this, a
 * transaction with a lower number could change an element after one with a higher number, and the later event would
 * come first.
 */
export function nextTurn(row: Sql): Sql {
  return sql`greatest(audit_turn(pg_current_xact_id()), ${row}.turn)`
}
