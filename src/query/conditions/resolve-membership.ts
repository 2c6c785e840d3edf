import type { Constant } from '../condition.ts'
import { checkText, refuse } from '../errors.ts'
import type { QueryContext } from '../source.ts'
import type { ListValue, Plan, Selected, SelectedRows, SingleValue, UnnestedList } from './plan.ts'
import { type Compilation, unnested } from './query-level.ts'
import { resolveConstant } from './resolve-constant.ts'
import type { ResolvedField, ResolvedValue } from './resolve-path.ts'
import { sharedKind, typed } from './value-kind.ts'

const never: Plan = { is: 'always', value: false }

/**
 * Returns the plan that tests whether the value, or any value of a list, is one of the constants. The test is never
 * true for an empty list of constants.
 */
export function anyOfConstants(operand: ResolvedValue, constants: readonly Constant[], setting: QueryContext): Plan {
  const [applications, whole] = [constants.filter(isApplication), constants.filter((one) => !isApplication(one))]
  const values = whole.map((constant) => resolveConstant(operand, constant, setting))
  const tests: Plan[] = []
  if (applications.length > 0) tests.push(ofApplication(operand, applications))
  if (values.length > 0) tests.push({ is: 'anyOf', value: typed(operand), constants: values })
  return tests.length > 1 ? { is: 'or', of: tests } : (tests[0] ?? never)
}

/**
 * Returns the plan that tests whether the field has each of the constants. The test is never true for an empty list of
 * constants.
 */
export function allOfConstants(field: ResolvedField, constants: readonly Constant[], setting: QueryContext): Plan {
  const values = constants.map((constant) => resolveConstant(field, constant, setting))
  return values.length === 0 ? never : { is: 'allOf', value: typed(field), constants: values }
}

type Item = Extract<Constant, { is: 'item' }>

/** Returns whether a constant refers to every element of an application. */
function isApplication(constant: Constant): constant is Item {
  return constant.is === 'item' && constant.id === undefined
}

function ofApplication({ value, label, at }: ResolvedValue, items: readonly Item[]): Plan {
  if (value?.kind !== 'item') throw refuse(`${label} is not a reference to elements`, items[0]!.at ?? at)
  const prefixes = [...new Set(items.map((item) => checkText(`${item.namespace}:${item.code}:`)))]
  return { is: 'ofApplication', value, prefixes }
}

/** Returns the plan that tests whether two operands have a value in common. */
export function sharesValue(a: ResolvedValue, b: ResolvedValue, compilation: Compilation): Plan {
  const kind = sharedKind(a, b)
  const [left, right] = [typed(a), typed(b)]
  if (left.is !== 'list') {
    if (right.is !== 'list') return { is: 'compareValues', operator: '=', left, right, kind }
    return { is: 'inList', value: left, list: unnested(right, compilation) }
  }
  const list = unnested(left, compilation)
  if (right.is !== 'list') return { is: 'inList', value: right, list }
  return { is: 'overlap', left: list, right: unnested(right, compilation) }
}

/**
 * Returns the plan that tests whether the value, or any value of a list, is among the values that a sub-query selects.
 */
export function inSelected(
  operand: ResolvedValue,
  { field, rows }: { field: ResolvedField; rows: SelectedRows },
  compilation: Compilation,
): Plan {
  const kind = sharedKind(operand, field)
  const asRows = (value: SingleValue | ListValue): SingleValue | UnnestedList =>
    value.is === 'list' ? unnested(value, compilation) : value
  const selected: Selected = { rows, value: asRows(typed(field)) }
  return { is: 'inSelected', value: asRows(typed(operand)), selected, kind }
}
