import type { Sql } from '../db/sql.ts'
import type { Field, One } from '../fields/index.ts'

/**
 * Something that can be listed, filtered, sorted and projected: the elements of an application, users, files, instances.
 * Filters reach only what stands in `fields`; identifiers in SQL come from here and nowhere else.
 */
export interface Source {
  /** For sentences and for EQL: `ref` and `counterparties`. */
  readonly namespace: string
  readonly code: string
  /** The table or view. */
  readonly relation: Sql
  /**
   * Rows that belong to it and that the caller may see; always part of every statement. `row` is the alias. `ofMany`: rows
   * are looked for, not found by their ids, which may be quicker in other words.
   */
  readonly scope: (row: Sql, ofMany?: boolean) => Sql
  /** Set when the scope leaves out rows of the application; `elsewhere`: what it asks also lies in other sources. */
  readonly narrowed?: 'own' | 'elsewhere' | undefined
  readonly fields: ReadonlyMap<string, SourceField>
  /**
   * The order of rows that a list asks for no other order of, and of rows that its sort keys leave equal; total and
   * stable. `ascending` reverses it, for sources of which an index holds a sort key with this order behind it.
   */
  readonly order: (row: Sql, ascending?: boolean) => Sql
  /** Only rows that are not deleted. */
  readonly live: (row: Sql) => Sql
  /** The whole row as JSON text, the fast way; the same as all fields projected. */
  readonly whole: (row: Sql) => Sql
  /** uuid column */
  readonly id: (row: Sql) => Sql
  /** Set for a source of many wide rows whose writes are counted. */
  readonly narrow?: {
    /** The columns that `id` and `order` read, under their own names. */
    readonly columns: (row: Sql) => Sql
    /** A text that every change of the rows makes another one. */
    readonly writes: Sql
  }
}

export interface SourceField {
  readonly field: Field
  /** The value as jsonb, as the wire shows it. */
  readonly json: (row: Sql) => Sql
  /** The value as JSON text, never null, where that is quicker than to print `json`. */
  readonly text?: (row: Sql) => Sql
  /** Set for real columns, where no JSON need be opened; kind as in Comparable, but `instant` is a timestamptz column. */
  readonly column?: { readonly kind: One['kind'] | 'timestamp' | 'uuid'; readonly value: (row: Sql) => Sql }
  /** An index holds the rows in the order of this field. */
  readonly isSortIndexed?: boolean
  /** One of these ids is in the list that the field holds; set where to find rows by it is quicker than to ask each. */
  readonly hasAny?: (row: Sql, ids: readonly string[]) => Sql
  /** An index serves the search for a part of its text. */
  readonly isSearched?: boolean
  /** Loaded whole by `fields: {f: {…}}`; from the ids that the field holds. */
  readonly target?: () => Source | undefined
}

/** Finds what a sub-query or a reference names; undefined when there is none or the caller may not know it. */
export type FindSource = (namespace: string, code: string) => Source | undefined

/** What a query needs to know beside its text. */
export interface Setting {
  /** Without it there is nothing that a sub-query may name. */
  readonly find?: FindSource | undefined
  readonly callerId: string
  readonly nowMs: number
}
