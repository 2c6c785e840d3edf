import { Sql } from '../foundation/db/sql.ts'
import type { ColumnKind, Field } from '../values/index.ts'

/**
 * Anything that can be listed, filtered, sorted and projected: the elements of an application, users, files, instances.
 * Filters reach only the fields in `fields`. Identifiers in SQL come only from a Source.
 */
export interface Source {
  /**
   * The namespace as EQL and error messages name it, such as `ref`. `code` is the code of the application, such as
   * `counterparties`.
   */
  readonly namespace: string
  readonly code: string
  /** The table or view. */
  readonly relation: Sql
  /**
   * The scope: the SQL that tests whether a row belongs to the source and the caller may see it. The scope is part of
   * every statement. `row` is the alias of the rows. `ofMany` means that rows are searched, not looked up by id; the
   * scope may then use a form that is faster for a scan.
   */
  readonly scope: (row: Sql, ofMany?: boolean) => Sql
  /**
   * Set when the scope leaves out rows of `relation`: `elsewhere` when the scope also depends on rows of other sources,
   * otherwise `own`.
   */
  readonly narrowed?: 'own' | 'elsewhere' | undefined
  readonly fields: ReadonlyMap<string, SourceField>
  /**
   * The default order of a list, and the order of rows that the sort keys leave equal. The order is total and stable.
   * `ascending` reverses the order, for sources with an index on a sort key followed by this order.
   */
  readonly order: (row: Sql, ascending?: boolean) => Sql
  /** The SQL that tests whether a row is live: not deleted, or for work such as tasks, not ended. */
  readonly live: (row: Sql) => Sql
  /**
   * The SQL of the whole row as JSON text; the same as projecting all fields, but faster. `isNew` means that the
   * statement itself has inserted the row, with a value for each field.
   */
  readonly whole: (row: Sql, isNew?: boolean) => Sql
  /** The SQL of the id, a uuid column. */
  readonly id: (row: Sql) => Sql
  /**
   * Set for a source with many wide rows whose writes are counted: its sorted lists are read by id, with these parts.
   */
  readonly narrow?: {
    /** The columns that `id` and `order` read, under their own names. */
    readonly columns: (row: Sql) => Sql
    /** The SQL of a text that differs after every change of the rows. */
    readonly writes: Sql
    /** Whether the scope of a search collects the ids of all its rows, so that a page needs all of them in any order. */
    readonly collectsIds?: boolean
    /** The SQL of the stored number of all rows, or of the live rows. */
    readonly counts?: { readonly all: Sql; readonly live: Sql }
    /**
     * The table that holds the same rows without their wide columns; set where the rows are found in it. It has the
     * columns of `id` and `order`, those of the fields with `column`, and one for each field with `narrow`.
     */
    readonly table?: Sql | undefined
    /** The keys of the shapes of lists for which the narrow table has an index; see `shapeKey`. */
    readonly indexedShapes?: ReadonlySet<string> | undefined
  }
}

/**
 * The alias of rows of a narrow table. The SQL of a field depends on whether its row is one. The names of such aliases
 * differ from all others, because SQL is kept by the name of its alias.
 */
export class NarrowRow extends Sql {
  /** `row` is the alias of the whole rows. */
  constructor(row: Sql) {
    super([`narrow_${row.strings[0]!.replaceAll('"', '')}`], [])
  }
}

export interface SourceField {
  readonly field: Field
  /** The value as jsonb, as the API shows it. */
  readonly json: (row: Sql) => Sql
  /** The value as JSON text, never null; set where that is faster than printing `json`. */
  readonly text?: (row: Sql) => Sql
  /** The column of the field; set where the value is not stored as JSON. */
  readonly column?: { readonly kind: ColumnKind; readonly value: (row: Sql) => Sql }
  /** The column of the narrow table that holds what is compared; absent where the table has no such column. */
  readonly narrow?: NarrowColumn | undefined
  /** Whether an index holds the rows in the order of this field; `narrow` for an index of the narrow table only. */
  readonly isSortIndexed?: boolean | 'narrow'
  /**
   * The SQL that tests whether the list in the field holds any of these ids; set where finding the rows by the ids is
   * faster than testing each row. For a field that refers to elements of any application, the ids are texts
   * `namespace:code:id`.
   */
  readonly hasAny?: (row: Sql, ids: readonly string[]) => Sql
  /** Whether an index serves the search for a part of the field's text. */
  readonly isSearched?: boolean
  /** The source of the rows whose ids the field holds; `fields: {f: {…}}` loads these rows. */
  readonly target?: () => Source | undefined
}

/** A column of a narrow table. `sql` is its SQL for a row of the table. */
export interface NarrowColumn {
  /**
   * What the column holds: the compared value, the compared value of the only entry of a list, or the whole list as
   * jsonb.
   */
  readonly holds: 'value' | 'entry' | 'list'
  /** Whether `sql` is the column itself: whoever sees a row may read the field. */
  readonly isPlain: boolean
  readonly sql: (row: NarrowRow) => Sql
}

/**
 * Returns the source that a sub-query or a reference names; undefined when no such source exists or the caller may not
 * know of it.
 */
export type FindSource = (namespace: string, code: string) => Source | undefined

/** The context of a query: the caller, the time and the other sources. */
export interface QueryContext {
  /** The lookup of other sources; without it, sub-queries can name no source. */
  readonly find?: FindSource | undefined
  readonly callerId: string
  readonly nowMs: number
}
