import { containing, readIdCriterion } from '../../values/index.ts'
import type { Condition, Constant, Operator } from '../condition.ts'
import { periodInstants } from '../eql/relative-period.ts'
import { checkText, refuse } from '../errors.ts'
import { limits } from '../limits.ts'
import type { QueryContext } from '../source.ts'
import type { Comparison, Plan, TypedValue } from './plan.ts'
import type { Compilation } from './query-level.ts'
import { resolveConstant } from './resolve-constant.ts'
import { anyOfConstants } from './resolve-membership.ts'
import type { ResolvedField, ResolvedValue } from './resolve-path.ts'
import { isOrdered, kindName, sharedKind, typed } from './value-kind.ts'

/**
 * Returns the plan that compares a field or a count with a constant. Throws a 400 for a field that may hold several
 * values, for an operator that the field does not support, and for a constant that does not fit the field.
 */
export function compareConstant(
  operator: Operator,
  operand: ResolvedValue,
  constant: Constant,
  setting: QueryContext,
): Plan {
  const value = comparable(operator, operand)
  if (value.is === 'list' || (constant.is === 'item' && operator === '=')) {
    return anyOfConstants(operand, [constant], setting)
  }
  return { is: 'compare', operator, value, constant: resolveConstant(operand, constant, setting) }
}

/** Returns the plan that compares two fields, or a count and a field. */
export function compareValues(operator: Operator, left: ResolvedValue, right: ResolvedValue): Plan {
  const [a, b] = [left, right].map((operand) => {
    const value = comparable(operator, operand)
    if (value.is === 'list') throw refuse(`${operand.label} holds a list; write "in"`, operand.at)
    return value
  })
  return { is: 'compareValues', operator, left: a!, right: b!, kind: sharedKind(left, right) }
}

/** Returns the value of an operand that the operator can be used with. Throws a 400 for any other operand. */
function comparable(operator: Operator, operand: ResolvedValue): TypedValue {
  const { label, at } = operand
  if (operand.value?.is === 'list' && operand.value.several) {
    throw refuse(`${label} holds several values; write "in" for "one of them is"`, at)
  }
  const value = typed(operand)
  if (operator !== '=' && (value.is === 'list' || !isOrdered(value.kind))) {
    throw refuse(`${label} is ${kindName(value.kind)}, which has no order; "${operator}" cannot be used`, at)
  }
  return value
}

/**
 * Returns the plan of a case-insensitive text search: `pattern` is a substring, or with `whole` a LIKE pattern for the
 * entire value.
 */
export function like(
  { value, label, at }: ResolvedField,
  { pattern, whole }: { pattern: string; whole: boolean },
  compilation: Compilation,
): Plan {
  if (value?.kind !== 'text' && value?.kind !== 'code') {
    const is = value === undefined ? 'has no text to search' : `is ${kindName(value.kind)}`
    throw refuse(`${label} ${is}; "like" is for text`, at)
  }
  compilation.likeChars += pattern.length
  const { likeChars, likeCharsTogether } = limits
  if (pattern.length > likeChars || compilation.likeChars > likeCharsTogether) {
    const sentence = `at most ${likeChars} characters can be searched for, ${likeCharsTogether} in one filter`
    throw refuse(`${label}: ${sentence}`, at)
  }
  const text = checkText(pattern).toLowerCase()
  if (whole && /(?:^|[^\\])(?:\\\\)*\\$/.test(text)) throw refuse('a pattern cannot end with a backslash', at)
  const isIndexed = value.is === 'single' ? value.isSearched === true : value.searched !== undefined
  compilation.searchesText ||= isIndexed
  return { is: 'like', value, pattern: whole ? text : containing(text) }
}

/**
 * Returns the plan that tests whether a field is empty. Null, an absent value, the empty list and the empty text all
 * count as empty, because forms show them alike.
 */
export function empty(field: ResolvedField): Plan {
  if (field.value?.is === 'single' && field.value.kind === 'text') {
    return { is: 'empty', of: 'text', value: field.value.value }
  }
  if (field.value?.is === 'list' && field.value.only) return { is: 'empty', of: 'column', value: field.value.only }
  if (field.json !== undefined) return { is: 'empty', of: 'json', value: field.json }
  return { is: 'empty', of: 'column', value: field.value.value }
}

/** A comparison of a field with a period. */
type During = Extract<Condition, { is: 'during' }>

/** Returns the plan that compares a field with a period. Throws a 400 unless the field holds one moment. */
export function during({ value, label }: ResolvedValue, { operator, period }: During, setting: QueryContext): Plan {
  if (value?.is !== 'single' || (value.kind !== 'instant' && value.kind !== 'timestamp')) {
    throw refuse(`${label} is not a date and time; RelativeDatetime cannot be used`, period.at)
  }
  const { from, before } = periodInstants(period, setting.nowMs)
  const compare = (own: Operator, constant: string): Comparison => ({ is: 'compare', operator: own, value, constant })
  if (operator === '<') return compare('<', from)
  if (operator === '<=') return compare('<', before)
  if (operator === '>') return compare('>=', before)
  return operator === '>=' ? compare('>=', from) : { is: 'range', bounds: [compare('>=', from), compare('<', before)] }
}

/**
 * Returns the plan of an entry of `tf`. The type of the field reads the entry, so the rules of each type are in the
 * file of that type.
 */
export function meetsCriterion(known: ResolvedField, raw: unknown, compilation: Compilation): Plan {
  const { field, value } = known
  const { setting } = compilation
  // Ids in uuid columns (`__id`, `__createdBy`) are only tested for equality, whatever the type of their field.
  const criterion = value?.kind === 'uuid' ? readIdCriterion(raw, field, true) : field.type.criterion(raw, field)
  switch (criterion.is) {
    case 'empty':
      return empty(known)
    case 'like':
      return like(known, { pattern: criterion.text, whole: false }, compilation)
    case 'equal':
      return value?.is === 'list'
        ? anyOfConstants(known, [constantOf(criterion.value)], setting)
        : compareConstant('=', known, constantOf(criterion.value), setting)
    case 'anyOf':
      return anyOfConstants(known, criterion.values.map(constantOf), setting)
    case 'between': {
      const { min, max } = criterion
      const bounds: Plan[] = []
      if (min !== undefined) bounds.push(compareConstant('>=', known, constantOf(min), setting))
      if (max !== undefined) bounds.push(compareConstant('<=', known, constantOf(max), setting))
      return bounds.length > 0 ? { is: 'range', bounds } : { is: 'always', value: true }
    }
  }
}

function constantOf(value: string | number | boolean): Constant {
  return { is: 'value', value }
}
