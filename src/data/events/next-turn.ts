import { type Sql, sql } from '../../foundation/db/sql.ts'

/**
 * Returns the SQL for the turn of a change of the element `row`: the turn of the transaction, or the turn of the
 * element's last change when that is higher. So the turns of an element follow the order of its changes. Otherwise,
 * when a transaction with a lower number changes an element after one with a higher number, the later event would come
 * first.
 */
export function nextTurn(row: Sql): Sql {
  return sql`greatest(audit_turn(pg_current_xact_id()), ${row}.turn)`
}
