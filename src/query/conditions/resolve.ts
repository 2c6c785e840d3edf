import { join, nothing, type Sql, sql } from '../../foundation/db/sql.ts'
import type { Condition, Constant, Count, FieldPath, Operand, SubQuery, Values } from '../condition.ts'
import { isConstant } from '../condition.ts'
import { refuse, showField } from '../errors.ts'
import { comparesConstant, comparesValues, isDuring, isEmpty, isLike } from '../sql/comparison-sql.ts'
import { hasAll, hasAny, inSelected, numberOfValues, type Selected, sharesValue } from '../sql/membership-sql.ts'
import { type Frame, type Known, type KnownField, newAlias, visible, withField } from './query-level.ts'
import { criterionSql } from './resolve-criterion.ts'

/**
 * Compiles a condition to SQL. A comparison with an empty field is null, and WHERE treats null as false. Only NOT has
 * to handle null: `is not true` turns it into true, because people expect `not [a] = 1` to find rows without `a`.
 */
export function conditionSql(condition: Condition, frame: Frame): Sql {
  const { setting } = frame.draft
  switch (condition.is) {
    case 'and':
    case 'or':
      return joined(condition.is, condition.of, frame)
    case 'not':
      return sql`(${conditionSql(condition.of, frame)}) is not true`
    case 'criterion':
      return withField(condition.field, frame, (known) => criterionSql(known, condition.value, frame.draft))
    case 'empty':
      return isEmptyPath(condition.field, frame)
    case 'compare':
      return compares(condition, frame)
    case 'like':
      return withField(condition.field, frame, (known) =>
        isLike(known, condition.pattern, condition.whole, frame.draft),
      )
    case 'in':
      return isIn(condition.value, condition.among, frame)
    case 'all':
      return withField(condition.field, frame, (known) => hasAll(known, condition.values, setting))
    case 'during':
      return withField(condition.field, frame, (known) => isDuring(known, condition, setting))
  }
}

function compares({ operator, left, right }: Extract<Condition, { is: 'compare' }>, frame: Frame): Sql {
  if (isConstant(left)) throw refuse('two values are compared; one side must be a field', left.at)
  return withOperand(left, frame, (known) => {
    if (isConstant(right)) return comparesConstant(operator, known, right, frame.draft.setting)
    return withOperand(right, frame, (other) => comparesValues(operator, known, other))
  })
}

function joined(is: 'and' | 'or', conditions: readonly Condition[], frame: Frame): Sql {
  // An `or` without conditions matches no row; an `and` without conditions matches every row.
  if (conditions.length === 0) return is === 'and' ? sql`true` : sql`false`
  const parts = conditions.map((part) => conditionSql(part, frame))
  return parts.length === 1 ? parts[0]! : sql`(${join(parts, is === 'and' ? sql` and ` : sql` or `)})`
}

/**
 * Returns the SQL of "field is empty". A field behind a reference is empty when no referenced row has a value in that
 * field, so a row without the reference counts as empty, too.
 */
function isEmptyPath(field: FieldPath, frame: Frame): Sql {
  let byReference = false
  const found = withField(field, frame, (known) => {
    byReference = known.byReference
    return byReference ? sql`not ${isEmpty(known)}` : isEmpty(known)
  })
  return byReference ? sql`not ${found}` : found
}

function isIn(value: Operand, among: Values | FieldPath | SubQuery, frame: Frame): Sql {
  if (isConstant(value)) return constantIsIn(value, among, frame)
  return withOperand(value, frame, (known) => {
    if (among.is === 'values') return hasAny(known, among.values, frame.draft.setting)
    if (among.is === 'field') return withField(among, frame, (other) => sharesValue(known, other, frame.draft))
    return inSelected(known, openSubQuery(among, frame), frame.draft)
  })
}

function constantIsIn(value: Constant, among: Values | FieldPath | SubQuery, frame: Frame): Sql {
  const { setting } = frame.draft
  if (among.is === 'field') return withField(among, frame, (known) => hasAny(known, [value], setting))
  if (among.is === 'values') throw refuse('two values are compared; one side must be a field', value.at)
  const selected = openSubQuery(among, frame)
  return sql`exists (select ${selected.rows} and ${hasAny(selected.known, [value], setting)})`
}

function withOperand(operand: FieldPath | Count, frame: Frame, use: (known: Known) => Sql): Sql {
  if (operand.is === 'field') return withField(operand, frame, use)
  const known = { label: 'Count(…)', at: operand.at, kind: 'number' } as const
  if (operand.what.is === 'subquery') {
    return use({ ...known, value: sql`(select count(*) ${openRows(operand.what, frame).rows})` })
  }
  return withField(operand.what, frame, (field) => use({ ...known, value: numberOfValues(field) }))
}

/**
 * Returns the FROM and WHERE clauses of a sub-query, without its SELECT list. The scope of the sub-query's source is
 * always part of the WHERE clause.
 */
function openRows(query: SubQuery, frame: Frame): { rows: Sql; inner: Frame } {
  const { draft } = frame
  const source = draft.setting.find?.(query.namespace, query.code)
  if (!source) throw refuse(`unknown application ${showField(`${query.namespace}.${query.code}`, query.at)}`, query.at)
  draft.looksElsewhere = true
  const row = newAlias(draft)
  const inner = { source, row, parent: frame, draft }
  const where = query.where ? sql` and ${conditionSql(query.where, inner)}` : nothing
  return { rows: sql`from ${source.relation} ${row} where ${visible(source, row)}${where}`, inner }
}

function openSubQuery(query: SubQuery, frame: Frame): Selected {
  const { rows, inner } = openRows(query, frame)
  const { select } = query
  const found: KnownField[] = []
  if (select && !select.of) {
    withField(select, inner, (known) => {
      found.push(known)
      return nothing
    })
  }
  const known = found[0]
  if (!known || known.byReference) {
    throw refuse(`"select" wants a field of [${query.namespace}.${query.code}] itself`, select?.at ?? query.at)
  }
  return { known, rows }
}
