import { limits } from './limits.ts'

/**
 * The one form of every filter. Names are not looked up yet and values not checked against fields:
 * that is the work of `condition-sql.ts`, which knows the source. `at` is the place in an EQL text, from 1.
 */
export type Condition =
  | { readonly is: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly is: 'not'; readonly of: Condition }
  /** An entry of `tf`, which only the type of the field can read. */
  | { readonly is: 'criterion'; readonly field: FieldPath; readonly value: unknown }
  | { readonly is: 'empty'; readonly field: FieldPath }
  | { readonly is: 'compare'; readonly operator: Operator; readonly left: Operand; readonly right: Operand }
  /** `whole`: `pattern` is a LIKE pattern for the whole value; else a text that must occur in it. */
  | { readonly is: 'like'; readonly field: FieldPath; readonly pattern: string; readonly whole: boolean }
  /** The value, or for a field of several any of its values, is one of. */
  | { readonly is: 'in'; readonly value: Operand; readonly among: Values | FieldPath | SubQuery }
  /** The field has each of the values; an empty list matches nothing. */
  | { readonly is: 'all'; readonly field: FieldPath; readonly values: readonly Constant[] }
  /** `=`: within the period; `<`: before its start; `>`: after its end; `<=` and `>=`: the period included. */
  | { readonly is: 'during'; readonly field: FieldPath; readonly operator: Operator; readonly period: Period }

export type Operator = '=' | '<' | '<=' | '>' | '>='
export type Operand = FieldPath | Count | Constant

export interface FieldPath {
  readonly is: 'field'
  /** `fullname`, `lastname`: parts of a value, or fields of what a reference points to. */
  readonly names: readonly string[]
  /** Whose field: of the query it stands in, of the one around that, or of the outermost. */
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
  /** A moment as text, UTC with Z. */
  | { readonly is: 'moment'; readonly text: string }
  | { readonly is: 'now' | 'today' | 'caller' }
  /** Without `id`: any element of that application. */
  | { readonly is: 'item'; readonly namespace: string; readonly code: string; readonly id?: string }
)

/** From the start of the unit at the first offset to the end of the unit at the second, counted from now. */
export interface Period {
  readonly from: readonly Offset[]
  readonly to: readonly Offset[]
  readonly at?: number
}

export interface Offset {
  readonly amount: number
  readonly unit: 'y' | 'q' | 'm' | 'w' | 'd' | 'h'
}

/** For conditions that code adds to a caller's own: the field has one of these values. */
export function anyOf(field: string, values: readonly (string | number | boolean)[]): Condition {
  return {
    is: 'in',
    value: fieldPath(field),
    among: { is: 'values', values: values.map((value) => ({ is: 'value', value })) },
  }
}

/** A path of more names than are allowed keeps the rest of the text as its last one: it is refused, and shown as it was written. */
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
