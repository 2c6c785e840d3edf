import { everyFilter, type RowFilter, rowFilterSql } from '../../access/index.ts'
import type { Tx } from '../../foundation/db/database.ts'
import { join, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Caller } from '../../people/index.ts'
import type { KnownApplications, OpenApplication, OpenedApplication } from '../elements/source/opened-application.ts'

/** Conditions for elements that rows of other tables name by the ids of the application and of the element. */
export interface ReadableElements {
  /** Returns the condition that the caller may view the element. */
  element(app: Sql, id: Sql): Sql
  /**
   * Returns the condition that the caller may read a field of the element. The field is a code, the code of a system
   * field, which everyone who sees the element may read, or `*` for all fields.
   */
  field(app: Sql, id: Sql, field: Sql): Sql
}

/** The code that stands for all fields of an element in a row of another table. */
const allFieldsCode = '*'

/** Creates the function that returns which elements and fields a caller may read, as conditions for other tables. */
export function readableElements(
  known: KnownApplications,
  open: OpenApplication,
): (caller: Caller) => ReadableElements {
  return (caller) => {
    if (caller.administrator) return { element: () => sql`true`, field: () => sql`true` }
    let kept: OpenedApplication[] | undefined
    const opened = (): OpenedApplication[] => {
      kept ??= known(caller).map((one) => open(caller, one))
      return kept
    }
    const holding = (app: Sql, id: Sql, allowed: readonly Sql[]): Sql =>
      allowed.length === 0
        ? sql`false`
        : sql`exists (select from element holder where holder.app = ${app} and holder.id = ${id} and (${join(allowed, sql` or `)}))`
    return {
      element: (app, id) => holding(app, id, opened().flatMap(viewed)),
      field: (app, id, field) =>
        holding(
          app,
          id,
          opened().flatMap((one) => read(one, field)),
        ),
    }
  }
}

function viewed({ application, authority }: OpenedApplication): Sql[] {
  return ofApplication(application.id, authority.rows('view'))
}

function read({ application, authority }: OpenedApplication, field: Sql): Sql[] {
  const whole = ofApplication(application.id, authority.rows('view'))
  const filters = [...application.fields.keys()].map((code) => [code, authority.field(code, 'read')] as const)
  const open = filters.filter(([, filter]) => filter === true).map(([code]) => code)
  const limited = filters.filter(([, filter]) => filter !== true)
  if (limited.length === 0) return whole
  const cases = [
    ...limited.map(([code, filter]) => sql`when ${code} then ${rowFilterSql(filter, holder)}`),
    sql`when ${allFieldsCode} then ${rowFilterSql(everyFilter(limited.map(([, filter]) => filter)), holder)}`,
  ]
  // A field that the application no longer has is not readable if other fields have rules.
  const others = sql`else ${field} like '\\_\\_%' or ${field} = any (${open}::text[])`
  const readable = sql`case ${field} ${join(cases, sql` `)} ${others} end`
  return whole.map((condition) => sql`(${condition} and ${readable})`)
}

const holder = sql`holder`

function ofApplication(app: string, filter: RowFilter): Sql[] {
  return filter === false ? [] : [sql`(holder.app = ${app} and ${rowFilterSql(filter, holder)})`]
}

/** Invalidates the cached counts of an application, because the set of elements that some users see has changed. */
export async function invalidateCounts(tx: Tx, app: string): Promise<void> {
  await tx.rows(sql`update element_count set writes = writes + 1 where app = ${app} and slot = pg_backend_pid() % 16`)
}
