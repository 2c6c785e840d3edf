import type { Sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import type { TableColumn } from '../sql/check-query.store.ts'

/** The shape of a table that reports can read. */
export interface TableShape {
  /** The name without `bi.`. */
  readonly name: string
  readonly columns: readonly TableColumn[]
}

/** A table that reports can read, with the rows that a caller may see. */
export interface ReportTable extends TableShape {
  /** Returns a SELECT of the columns in their order. */
  readonly rows: (caller: Caller) => Sql
}

/** Returns the shape of a table from its name and its columns with their SQL types. */
export function tableShape(name: string, columns: Readonly<Record<string, string>>): TableShape {
  return { name, columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })) }
}
