import type { Sql } from '../../../foundation/db/sql.ts'

/**
 * Rows of another room that the statement of a change writes with the element: all are written or none, in one round
 * trip. In the SQL, `old` is the element before the change, whose row is locked. The action then returns the answer of
 * the joint write instead of the element.
 */
export interface JointWrite {
  /** Parts of a WITH statement that read or lock rows before the element is changed, separated by commas. */
  readonly reads: Sql
  /** The condition for the change, over `old` and the parts in `reads`. */
  readonly condition: Sql
  /**
   * Parts of the WITH statement that write, separated by commas. They read from `written`, which holds the element
   * after the change and its history were written; `written` is empty when the element was not changed.
   */
  readonly writes: Sql
  /** The result for the caller as text. */
  readonly answer: Sql
}
