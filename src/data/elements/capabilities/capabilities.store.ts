import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { Bound, join, literal, sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'

/** A right to an element or to one of its fields that depends on the row. */
export interface NamedFilter {
  readonly name: string
  readonly rows: Exclude<RowFilter, boolean>
}

/** The state of an element on which its capabilities depend. */
export interface ElementState {
  readonly status: number | null
  /** Whether the element has a registration that is not annulled. */
  readonly isRegistered: boolean
  /** The names of the filters that cover the row. */
  readonly held: readonly string[]
}

/** Returns the state of an element; undefined when the source does not contain it. */
export async function stateOfElement(
  reader: Reader,
  source: Source,
  { app, id }: { readonly app: string; readonly id: string },
  filters: readonly NamedFilter[],
): Promise<ElementState | undefined> {
  const row = sql`e`
  const names = filters.map(
    ({ name, rows }) => sql`case when ${rowFilterSql(rows, row)} is true then ${literal(name)} end`,
  )
  return reader.row<ElementState>(sql`
    select e.status, array_remove(array[${join(names)}]::text[], null) as held,
      exists (select from registration given where given.app = ${new Bound(app)} and given.element = e.id
        and given.state = 'registered') as "isRegistered"
    from ${source.relation} ${row} where ${source.scope(row)} and ${source.id(row)} = ${id}`)
}
