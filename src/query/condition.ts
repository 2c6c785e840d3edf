import { limits } from './limits.ts'

/**
 * The tree that every form of filter is read into. Its names are not looked up yet, and its values are not checked
 * against fields yet; `resolve`, which knows the source, does both. `at` is a position in an EQL text, in characters
 * counted from 1.
 */
export type Condition =
  | { readonly is: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly is: 'not'; readonly of: Condition }
  /** An entry of `tf`; only the field's type can read its value. */
  | { readonly is: 'criterion'; readonly field: FieldPath; readonly value: unknown }
  | { readonly is: 'empty'; readonly field: FieldPath }
  | { readonly is: 'compare'; readonly operator: Operator; readonly left: Operand; readonly right: Operand }
  /**
   * A text search. With `whole`, `pattern` is a LIKE pattern for the entire value; otherwise a text that must occur in
   * the value.
   */
  | { readonly is: 'like'; readonly field: FieldPath; readonly pattern: string; readonly whole: boolean }
  /** The value is one of `among`; for a field with several values, at least one value of the field is. */
  | { readonly is: 'in'; readonly value: Operand; readonly among: Values | FieldPath | SubQuery }
  /** The field has each of the values; an empty list of values matches nothing. */
  | { readonly is: 'all'; readonly field: FieldPath; readonly values: readonly Constant[] }
  /**
   * A comparison with a period. `=`: within the period; `<`: before its start; `>`: after its end; `<=`: before its
   * start or within it; `>=`: within it or after its end.
   */
  | { readonly is: 'during'; readonly field: FieldPath; readonly operator: Operator; readonly period: Period }

export type Operator = '=' | '<' | '<=' | '>' | '>='
export type Operand = FieldPath | Count | Constant

export interface FieldPath {
  readonly is: 'field'
  /**
   * The path of the field. A name after the first is a part of a value (`fullname`, `lastname`) or a field of the
   * referenced row.
   */
  readonly names: readonly string[]
  /**
   * The query whose source has the field. The default is the query that contains the path; `parent` is the query that
   * encloses that query, and `root` is the outermost query.
   */
  readonly of?: 'parent' | 'root'
  readonly at?: number
}

export interface Count {
  readonly is: 'count'
  readonly what: FieldPath | SubQuery
  readonly at?: number
}

export interface SubQuery {
  readonly is: 'subquery'
  readonly namespace: string
  readonly code: string
  readonly select?: FieldPath
  readonly where?: Condition
  readonly at?: number
}

export interface Values {
  readonly is: 'values'
  readonly values: readonly Constant[]
}

export type Constant = { readonly at?: number } & (
  | { readonly is: 'value'; readonly value: string | number | boolean }
  /** A moment as RFC 3339 text in UTC, ending in `Z`. */
  | { readonly is: 'moment'; readonly text: string }
  | { readonly is: 'now' | 'today' | 'caller' }
  /** An element of the application; without `id`, any element of the application. */
  | { readonly is: 'item'; readonly namespace: string; readonly code: string; readonly id?: string }
)

/**
 * A period relative to the present: from the start of the unit at the offset `from` to the end of the unit at the
 * offset `to`.
 */
export interface Period {
  readonly from: readonly Offset[]
  readonly to: readonly Offset[]
  readonly at?: number
}

export interface Offset {
  readonly amount: number
  readonly unit: 'y' | 'q' | 'm' | 'w' | 'd' | 'h'
}

/**
 * Returns the condition that a field has one of these values. Other rooms use the function to add conditions to a
 * caller's own filter.
 */
export function anyOf(field: string, values: readonly (string | number | boolean)[]): Condition {
  return {
    is: 'in',
    value: fieldPath(field),
    among: { is: 'values', values: values.map((value) => ({ is: 'value', value })) },
  }
}

/**
 * Splits a dotted path into names. A path with too many names keeps the rest of the text as one last name, so that the
 * refusal can show the path as it was written.
 */
export function fieldPath(name: string): FieldPath {
  const names = name.split('.', limits.pathNames + 1)
  if (names.length > limits.pathNames) {
    const before = names.slice(0, limits.pathNames).join('.')
    names[limits.pathNames] = name.slice(before.length + 1)
  }
  return { is: 'field', names }
}

export function isConstant(operand: Operand): operand is Constant {
  return operand.is !== 'field' && operand.is !== 'count'
}
