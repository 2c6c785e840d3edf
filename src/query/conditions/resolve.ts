import type { Condition, Constant, Count, FieldPath, Operand, SubQuery, Values } from '../condition.ts'
import { isConstant } from '../condition.ts'
import { refuse, showField } from '../errors.ts'
import type { Plan, SelectedRows } from './plan.ts'
import { newAlias, type QueryLevel } from './query-level.ts'
import { compareConstant, compareValues, during, empty, like, meetsCriterion } from './resolve-comparison.ts'
import { allOfConstants, anyOfConstants, inSelected, sharesValue } from './resolve-membership.ts'
import { behind, onField, type ResolvedField, type ResolvedValue, resolvePath } from './resolve-path.ts'
import { searchedRow } from './searched-row.ts'

/**
 * Resolves the names and types of a condition. Throws a 400 for unknown and hidden fields, for values that do not fit
 * their field, and for searches that cost too much.
 */
export function resolve(condition: Condition, level: QueryLevel): Plan {
  const { compilation } = level
  const { setting } = compilation
  switch (condition.is) {
    case 'and':
    case 'or':
      return joined(condition.is, condition.of, level)
    case 'not':
      return { is: 'not', of: resolve(condition.of, level) }
    case 'criterion':
      return onField(condition.field, level, (field) => meetsCriterion(field, condition.value, compilation))
    case 'empty':
      return emptyPath(condition.field, level)
    case 'compare':
      return compare(condition, level)
    case 'like':
      return onField(condition.field, level, (field) => like(field, condition, compilation))
    case 'in':
      return isIn(condition.value, condition.among, level)
    case 'all':
      return onField(condition.field, level, (field) => allOfConstants(field, condition.values, setting))
    case 'during':
      return onField(condition.field, level, (field) => during(field, condition, setting))
  }
}

function joined(is: 'and' | 'or', conditions: readonly Condition[], level: QueryLevel): Plan {
  // An `or` without conditions matches no row; an `and` without conditions matches every row.
  if (conditions.length === 0) return { is: 'always', value: is === 'and' }
  const plans = conditions.map((condition) => resolve(condition, level))
  return plans.length === 1 ? plans[0]! : { is, of: plans }
}

function compare({ operator, left, right }: Extract<Condition, { is: 'compare' }>, level: QueryLevel): Plan {
  if (isConstant(left)) throw twoValues(left)
  return onOperand(left, level, (value) => {
    if (isConstant(right)) return compareConstant(operator, value, right, level.compilation.setting)
    return onOperand(right, level, (other) => compareValues(operator, value, other))
  })
}

/**
 * Returns the plan of "field is empty". A field of a referenced row is empty when no referenced row has a value in that
 * field, so a row without the reference counts as empty, too.
 */
function emptyPath(path: FieldPath, level: QueryLevel): Plan {
  const { field, through } = resolvePath(path, level)
  const isEmpty = empty(field)
  return through.length === 0 ? isEmpty : { is: 'inverse', of: behind(through, { is: 'inverse', of: isEmpty }) }
}

function isIn(value: Operand, among: Values | FieldPath | SubQuery, level: QueryLevel): Plan {
  const { compilation } = level
  if (isConstant(value)) return constantIsIn(value, among, level)
  return onOperand(value, level, (operand) => {
    if (among.is === 'values') return anyOfConstants(operand, among.values, compilation.setting)
    if (among.is === 'field') return onField(among, level, (other) => sharesValue(operand, other, compilation))
    return inSelected(operand, selectedField(among, level), compilation)
  })
}

function constantIsIn(value: Constant, among: Values | FieldPath | SubQuery, level: QueryLevel): Plan {
  const { setting } = level.compilation
  if (among.is === 'field') return onField(among, level, (field) => anyOfConstants(field, [value], setting))
  if (among.is === 'values') throw twoValues(value)
  const { field, rows } = selectedField(among, level)
  return { is: 'anySelected', rows, of: anyOfConstants(field, [value], setting) }
}

function twoValues({ at }: Constant): Error {
  return refuse('two values are compared; one side must be a field', at)
}

function onOperand(operand: FieldPath | Count, level: QueryLevel, test: (value: ResolvedValue) => Plan): Plan {
  if (operand.is === 'field') return onField(operand, level, test)
  const { what, at } = operand
  const named = { label: 'Count(…)', at }
  if (what.is === 'subquery') {
    const { rows } = selectedRows(what, level)
    return test({ ...named, value: { is: 'countOfRows', kind: 'number', rows } })
  }
  return onField(what, level, (field) => {
    if (field.value?.is !== 'list') {
      throw refuse(`${field.label} holds one value; Count needs a field with several values or a sub-query`, field.at)
    }
    return test({ ...named, value: { is: 'countOfValues', kind: 'number', json: field.value.json } })
  })
}

/** Resolves the source and the condition of a sub-query. */
function selectedRows(query: SubQuery, level: QueryLevel): { rows: SelectedRows; inner: QueryLevel } {
  const { compilation } = level
  const source = compilation.setting.find?.(query.namespace, query.code)
  if (!source) throw refuse(`unknown application ${showField(`${query.namespace}.${query.code}`, query.at)}`, query.at)
  compilation.looksElsewhere = true
  const row = searchedRow(source, newAlias(compilation), {
    conditions: query.where ? [query.where] : [],
    selected: query.select ? [query.select] : [],
    sorted: [],
    isTop: false,
  })
  const inner = { source, row, outer: level, compilation }
  return { rows: { source, row, where: query.where && resolve(query.where, inner) }, inner }
}

function selectedField(query: SubQuery, level: QueryLevel): { rows: SelectedRows; field: ResolvedField } {
  const { rows, inner } = selectedRows(query, level)
  const { select } = query
  const selected = select && !select.of ? resolvePath(select, inner) : undefined
  if (!selected || selected.through.length > 0) {
    throw refuse(`"select" must name a field of [${query.namespace}.${query.code}] itself`, select?.at ?? query.at)
  }
  return { rows, field: selected.field }
}
