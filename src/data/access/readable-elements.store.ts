import { type RowFilter, rowFilterSql } from '../../access/index.ts'
import { join, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import type { KnownApplications, OpenApplication } from '../elements/source/opened-application.ts'

/** Conditions for elements that rows of other tables name by the ids of the application and of the element. */
export interface ReadableElements {
  /** Returns the condition that the caller may view the element. */
  element(app: Sql, id: Sql): Sql
}

/** Creates the function that returns which elements a caller may read, as conditions for tables of other rooms. */
export function readableElements(
  known: KnownApplications,
  open: OpenApplication,
): (caller: Caller) => ReadableElements {
  return (caller) => {
    if (caller.administrator) return { element: () => sql`true` }
    let kept: readonly Sql[] | undefined
    const viewed = (): readonly Sql[] => {
      kept ??= known(caller).flatMap((one) => {
        const { application, authority } = open(caller, one)
        return ofApplication(application.id, authority.rows('view'))
      })
      return kept
    }
    return {
      element: (app, id) =>
        viewed().length === 0
          ? sql`false`
          : sql`exists (select from element holder where holder.app = ${app} and holder.id = ${id}
              and (${join(viewed(), sql` or `)}))`,
    }
  }
}

function ofApplication(app: string, filter: RowFilter): Sql[] {
  return filter === false ? [] : [sql`(holder.app = ${app} and ${rowFilterSql(filter, sql`holder`)})`]
}
