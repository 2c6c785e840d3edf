import type { Sql } from '../../foundation/db/sql.ts'
import type { ColumnKind, Many } from '../../values/index.ts'
import type { Operator } from '../condition.ts'
import type { Source, SourceField } from '../source.ts'

/**
 * A condition after its names and types were resolved. `resolve` builds plans and reports every error; `planSql` turns
 * a plan into SQL and cannot fail. The SQL expressions inside a plan are those of the fields of the sources.
 */
export type Plan =
  /** True or false for every row, such as an `and` or an `or` without entries. */
  | { readonly is: 'always'; readonly value: boolean }
  | { readonly is: 'and' | 'or'; readonly of: readonly Plan[] }
  /** True where the inner plan is false or null. */
  | { readonly is: 'not'; readonly of: Plan }
  /** The negation of a plan that is never null. */
  | { readonly is: 'inverse'; readonly of: Plan }
  /** A row that a reference points to, and that the caller may see, matches the inner plan. */
  | { readonly is: 'referenced'; readonly reference: Reference; readonly of: Plan }
  | { readonly is: 'empty'; readonly of: EmptyTest; readonly value: Sql }
  | Comparison
  /** The value is within all bounds. */
  | { readonly is: 'range'; readonly bounds: readonly Plan[] }
  /** A comparison of two values in the kind that they share. */
  | {
      readonly is: 'compareValues'
      readonly operator: Operator
      readonly left: SingleValue
      readonly right: SingleValue
      readonly kind: ValueKind
    }
  /** A search in folded text; `pattern` is a LIKE pattern in lower case. */
  | { readonly is: 'like'; readonly value: FieldValue; readonly pattern: string }
  /** The value, or any value of the list, is one of the constants. */
  | { readonly is: 'anyOf'; readonly value: TypedValue; readonly constants: readonly Compared[] }
  /** The value, or any value of the list, begins with one of the prefixes `namespace:code:`. */
  | { readonly is: 'ofApplication'; readonly value: TypedValue; readonly prefixes: readonly string[] }
  /** The field has each of the constants. */
  | { readonly is: 'allOf'; readonly value: TypedValue; readonly constants: readonly Compared[] }
  | { readonly is: 'inList'; readonly value: SingleValue; readonly list: UnnestedList }
  /** Two lists have a value in common. */
  | { readonly is: 'overlap'; readonly left: UnnestedList; readonly right: UnnestedList }
  /** The value, or any value of the list, is among the values that a sub-query selects. */
  | {
      readonly is: 'inSelected'
      readonly value: SingleValue | UnnestedList
      readonly selected: Selected
      readonly kind: ValueKind
    }
  /** The sub-query has a row that matches the inner plan. */
  | { readonly is: 'anySelected'; readonly rows: SelectedRows; readonly of: Plan }

/** A comparison of a value with a constant of the value's kind. */
export interface Comparison {
  readonly is: 'compare'
  readonly operator: Operator
  readonly value: SingleValue
  readonly constant: Compared
}

/** A constant in the form of its kind: a moment is UTC text without the `Z`, an id is in lower case. */
export type Compared = string | number | boolean

/** How a value is tested for being empty: as text, as JSON, or as a column. */
export type EmptyTest = 'text' | 'json' | 'column'

export type ValueKind = ColumnKind

export type TypedValue = SingleValue | ListValue
export type FieldValue = SingleField | ListValue

export interface SingleField {
  readonly is: 'single'
  readonly kind: ValueKind
  readonly value: Sql
  /** Whether an index serves the search for a part of the value. */
  readonly isSearched?: boolean
}

export type SingleValue =
  | SingleField
  | { readonly is: 'countOfRows'; readonly kind: 'number'; readonly rows: SelectedRows }
  | { readonly is: 'countOfValues'; readonly kind: 'number'; readonly json: Sql }

export interface ListValue {
  readonly is: 'list'
  readonly kind: ValueKind
  readonly json: Sql
  readonly type: Many
  /** Whether the definition allows the field to hold several values. */
  readonly several: boolean
  /** The compared value of the only entry; set where a column of a narrow table holds it. */
  readonly only?: Sql | undefined
  /** The texts of all entries joined into one text in lower case; set where an index serves it. */
  readonly searched?: Sql | undefined
  /** The same as `SourceField.hasAny`, applied to the row. */
  readonly hasAny?: ((ids: readonly string[]) => Sql) | undefined
}

/** A list whose values are rows of the statement, under an alias. */
export interface UnnestedList extends ListValue {
  readonly alias: Sql
}

/** The rows of a source under an alias. */
export interface Rows {
  readonly source: Source
  readonly row: Sql
}

/** The step from some rows to the rows that a field of these rows refers to. */
export interface Reference {
  readonly field: SourceField
  /** The alias of the rows that have the field. */
  readonly from: Sql
  readonly to: Rows
}

/** The rows of a sub-query. */
export interface SelectedRows extends Rows {
  readonly where: Plan | undefined
}

/** The values that a sub-query selects. */
export interface Selected {
  readonly rows: SelectedRows
  readonly value: SingleValue | UnnestedList
}
