import { orNull } from '../../foundation/audit/index.ts'
import type { Tx } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import type { ElementEvent } from './event.ts'
import { type EventRow, eventColumns, nextTurn, toEvent, versionColumns } from './events.store.ts'

export interface FileVersion {
  readonly file: string
  readonly version: number
  readonly at: Date
}

/**
 * Adds an event to every element that uses the file, in a field or in a record about the element, and returns these
 * events. Locks the rows of the elements, so that each event has a definite place between the revisions of its
 * element.
 */
export async function insertFileVersionEvents(
  tx: Tx,
  { userId, operation, requestId }: Caller,
  { file, version, at }: FileVersion,
): Promise<ElementEvent[]> {
  const rows = await tx.rows<EventRow>(sql`
    with held as materialized (
      select e.app, e.id from element e
      where (e.app, e.id) in (select u.app, u.element from file_use u where u.file = ${file})
      order by e.app, e.id for no key update
    ), moved as (
      update element e set turn = ${nextTurn(sql`e`)} from held h where e.app = h.app and e.id = h.id
      returning e.app, e.id, e.rev, e.turn
    ), v as (
      insert into element_file_version (app, id, rev, turn, at, by, operation, request_id, file, version)
      select m.app, m.id, m.rev, m.turn, date_trunc('second', ${at}::timestamptz), ${userId}, ${orNull(operation)},
        ${orNull(requestId)}, ${file}, ${version}
      from moved m order by m.app, m.id
      returning *
    )
    select ${eventColumns} from (select ${versionColumns} from v) e order by e.turn, e.app, e.id`)
  return rows.map(toEvent)
}
