import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Condition, Constant, Operator } from '../condition.ts'
import type { Draft, Known, KnownField } from '../conditions/query-level.ts'
import { boundValue, valueFor } from '../conditions/resolve-constant.ts'
import { collation, inKind, isOrdered, kindName, sharedKind } from '../conditions/value-kind.ts'
import { periodInstants } from '../eql/relative-period.ts'
import { checkText, refuse } from '../errors.ts'
import { containing, containingEntry, folded } from '../fields/index.ts'
import { limits } from '../limits.ts'
import type { Setting } from '../source.ts'
import { hasAny, valuesOf } from './membership-sql.ts'

const operators: Readonly<Record<Operator, Sql>> = {
  '=': sql` = `,
  '<': sql` < `,
  '<=': sql` <= `,
  '>': sql` > `,
  '>=': sql` >= `,
}

/**
 * Returns the SQL that compares a field or a count with a constant. A field with several values refuses every operator
 * with a 400; a list of at most one value accepts only `=`.
 */
export function comparesConstant(operator: Operator, known: Known, constant: Constant, setting: Setting): Sql {
  checkComparable(operator, known)
  if (!known.value || (constant.is === 'item' && operator === '=')) return hasAny(known, [constant], setting)
  const { kind, value } = known
  const text = valueFor(known, constant, setting)
  if (kind === 'timestamp') return comparesMoment(operator, value, String(text))
  // `=` needs no order, but an index serves only comparisons that use the collation of the index.
  return sql`${value}${operators[operator]}${boundValue(kind!, text)}${collation(kind!)}`
}

/**
 * Compares a `timestamptz` column with a moment. Answers show such columns in whole seconds, so a moment in whole
 * seconds covers that entire second: a value that a client read can be found again, and the column is compared
 * directly, without truncating it.
 */
function comparesMoment(operator: Operator, value: Sql, moment: string): Sql {
  const bound = sql`${new Bound(`${moment}Z`)}::timestamptz`
  const next = moment.includes('.') ? bound : sql`${bound} + interval '1 second'`
  if (next === bound || operator === '<' || operator === '>=') return sql`${value}${operators[operator]}${bound}`
  if (operator === '<=') return sql`${value} < ${next}`
  return operator === '>' ? sql`${value} >= ${next}` : sql`(${value} >= ${bound} and ${value} < ${next})`
}

/** Returns the SQL that compares two fields, or a count and a field. */
export function comparesValues(operator: Operator, left: Known, right: Known): Sql {
  for (const known of [left, right]) {
    checkComparable(operator, known)
    if (!known.value) throw refuse(`${known.label} holds a list; write "in"`, known.at)
  }
  const kind = sharedKind(left, right)
  const [a, b] = [left, right].map((known) => inKind(known.value!, known.kind, kind))
  return sql`${a}${operators[operator]}${b}${operator === '=' ? sql`` : collation(kind)}`
}

function checkComparable(operator: Operator, known: Known): void {
  if (known.list?.several) {
    throw refuse(`${known.label} holds several values; write "in" for "one of them is"`, known.at)
  }
  if (known.kind === undefined) throw refuse(`${known.label} can only be asked whether it is empty`, known.at)
  if (operator !== '=' && (known.list || !isOrdered(known.kind))) {
    throw refuse(`${known.label} is ${kindName(known.kind)}, which has no order; "${operator}" can't be used`, known.at)
  }
}

/**
 * Returns the SQL of a case-insensitive text search: `pattern` is a substring, or with `whole` a LIKE pattern for the
 * entire value. Uses `lower` with an ICU collation: `lower` takes three quarters of the time of `ilike`, and an index
 * can hold it.
 */
export function isLike(known: Known, pattern: string, whole: boolean, draft: Draft): Sql {
  if (known.kind !== 'text' && known.kind !== 'code') {
    const is = known.kind === undefined ? 'has no text to search' : `is ${kindName(known.kind)}`
    throw refuse(`${known.label} ${is}; "like" is for text`, known.at)
  }
  draft.likeChars += pattern.length
  if (pattern.length > limits.likeChars || draft.likeChars > limits.likeCharsTogether) {
    const { likeChars, likeCharsTogether } = limits
    const sentence = `at most ${likeChars} characters can be searched for, ${likeCharsTogether} in one filter`
    throw refuse(`${known.label}: ${sentence}`, known.at)
  }
  const text = checkText(pattern).toLowerCase()
  if (whole && /(?:^|[^\\])(?:\\\\)*\\$/.test(text)) throw refuse('a pattern cannot end with a backslash', known.at)
  const fitting = whole ? text : containing(text)
  if (known.value) return sql`${folded(known.value)} like ${fitting}::text`
  const values = valuesOf(known, sql`v`)
  const entry = sql`exists (select from ${values.from} where ${folded(values.value)} like ${fitting}::text)`
  const searched = known.list?.searched
  // The index holds the text of the whole list, so the first test finds candidate rows by the index and the second test
  // checks their entries.
  return searched ? sql`(${searched} like ${containingEntry(fitting)}::text and ${entry})` : entry
}

/**
 * Returns the SQL that tests whether a field is empty. Null, an absent value, the empty list and the empty text all
 * count as empty, because a form shows them alike.
 */
export function isEmpty(known: KnownField): Sql {
  if (known.kind === 'text' && known.value) return sql`coalesce(${known.value}, '') = ''`
  return known.json ? sql`coalesce(${known.json}, 'null') in ('null', '[]')` : sql`${known.value} is null`
}

/** A comparison of a field with a period. */
type During = Extract<Condition, { is: 'during' }>

export function isDuring(known: Known, { operator, period }: During, setting: Setting): Sql {
  const { kind, value } = known
  if (!value || (kind !== 'instant' && kind !== 'timestamp')) {
    throw refuse(`${known.label} is no moment; RelativeDatetime can't be used`, period.at)
  }
  const { from, before } = periodInstants(period, setting.nowMs)
  const isFrom = (instant: string) => sql`${value} >= ${boundValue(kind, instant)}${collation(kind)}`
  const isBefore = (instant: string) => sql`${value} < ${boundValue(kind, instant)}${collation(kind)}`
  if (operator === '<') return isBefore(from)
  if (operator === '<=') return isBefore(before)
  if (operator === '>') return isFrom(before)
  return operator === '>=' ? isFrom(from) : sql`(${isFrom(from)} and ${isBefore(before)})`
}
