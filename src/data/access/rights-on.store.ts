import type { Reader, Tx } from '../../foundation/db/database.ts'
import { join, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Source } from '../../query/index.ts'

/** Returns which predicates are true for an element; undefined when the source does not show the element. */
export async function truthsOf(
  reader: Reader,
  source: Source,
  elementId: string,
  predicates: readonly ((row: Sql) => Sql)[],
): Promise<boolean[] | undefined> {
  const row = sql`e`
  const truths = predicates.map((predicate) => sql`(${predicate(row)}) is true`)
  const found = await reader.row<{ truths: boolean[] }>(sql`
    select array[${join(truths)}]::boolean[] as truths from ${source.relation} ${row}
    where ${source.scope(row)} and ${source.id(row)} = ${elementId}`)
  return found?.truths
}

/** Invalidates the cached counts of an application, because the set of elements that some users see has changed. */
export async function countAnew(tx: Tx, app: string): Promise<void> {
  await tx.rows(sql`update element_count set writes = writes + 1 where app = ${app} and slot = pg_backend_pid() % 16`)
}
