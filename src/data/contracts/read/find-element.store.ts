import { type RowFilter, rowFilterSql } from '../../../access/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { join, literal, sql } from '../../../foundation/db/sql.ts'
import type { Source } from '../../../query/index.ts'

interface FoundRow {
  /** The position of the source that contains the element. */
  readonly place: number
  readonly text: string
  readonly rev: string
}

const row = sql`e`

/** Finds an element by its id in one of several sources, in one statement. */
export async function elementIn(
  reader: Reader,
  sources: readonly Source[],
  elementId: string,
): Promise<FoundRow | undefined> {
  const arms = sources.map((source, place) => {
    const number = sql`${literal(String(place))}::int`
    return sql`(select ${number} as place, ${source.whole(row)} as text, e.rev from ${source.relation} ${row}
      where ${source.scope(row)} and ${source.id(row)} = ${elementId})`
  })
  return reader.row<FoundRow>(sql`${join(arms, sql` union all `)} limit 1`)
}

/** Returns whether an element is one of the rows that a filter covers. */
export async function isCovered(
  reader: Reader,
  { app, id }: { app: string; id: string },
  filter: RowFilter,
): Promise<boolean> {
  const found = await reader.row(
    sql`select from element ${row} where e.app = ${app} and e.id = ${id} and ${rowFilterSql(filter, row)}`,
  )
  return found !== undefined
}
