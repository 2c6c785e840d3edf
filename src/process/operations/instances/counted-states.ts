import type { Condition, ListRequest } from '../../../query/index.ts'
import { isWireState, type WireState } from '../../execution/index.ts'

const ended: readonly WireState[] = ['done', 'cancel']

/**
 * Returns the states whose instances a list contains when the list is restricted by nothing else, so that its total
 * follows from the stored numbers of instances in each state; undefined for any other list.
 */
export function countedStates({ filter, ids, active }: ListRequest): readonly WireState[] | undefined {
  if (filter === undefined || ids.length > 0) return undefined
  const states = statesOf(filter)
  if (states === undefined || !states.every(isWireState)) return undefined
  return [...new Set(states)].filter((state) => !active || !ended.includes(state))
}

function statesOf(filter: Condition): readonly unknown[] | undefined {
  if (filter.is === 'criterion' && isState(filter.field)) return [filter.value].flat()
  if (filter.is === 'compare' && filter.operator === '=' && isState(filter.left)) return valuesOf([filter.right])
  if (filter.is === 'in' && isState(filter.value) && filter.among.is === 'values') return valuesOf(filter.among.values)
  return undefined
}

type Operand = Extract<Condition, { is: 'compare' }>['left']

const isState = (operand: Operand): boolean =>
  operand.is === 'field' && operand.of === undefined && operand.names.join('.') === '__state'

const valuesOf = (operands: readonly Operand[]): readonly unknown[] =>
  operands.map((operand) => (operand.is === 'value' ? operand.value : undefined))
