import type { Run } from '../run.ts'
import type { ComparisonOperator, Node } from '../syntax/ast.ts'
import { add, divide, multiply, negate, power, subtract } from '../values/arithmetic.ts'
import { compare, equals } from '../values/compare.ts'
import { isInstance } from '../values/conforms.ts'
import { type FeelValue, kindOf } from '../values/value.ts'
import type { Compiler, Levels } from './compiler.ts'
import type { Evaluate } from './frame.ts'

const arithmetic = { '+': add, '-': subtract, '*': multiply, '/': divide, '**': power }

export function compileArithmetic(
  node: Node & { is: 'arithmetic' },
  levels: Levels | undefined,
  compiler: Compiler,
): Evaluate {
  const first = compiler.compile(node.first, levels)
  const rest = node.rest.map(({ operator, operand }) => ({
    apply: arithmetic[operator],
    operand: compiler.compile(operand, levels),
  }))
  return (frame) => {
    let value = first(frame)
    for (const { apply, operand } of rest) value = apply(value, operand(frame), frame.run)
    return value
  }
}

export function compileNegation(
  node: Node & { is: 'negation' },
  levels: Levels | undefined,
  compiler: Compiler,
): Evaluate {
  const operand = compiler.compile(node.operand, levels)
  return (frame) => negate(operand(frame), frame.run)
}

/**
 * Compiles `and` and `or` (10.3.2.6). One decisive operand determines the result; otherwise a non-boolean operand gives
 * null.
 */
export function compileLogic(
  node: Node & { is: 'and' | 'or' },
  levels: Levels | undefined,
  compiler: Compiler,
): Evaluate {
  const operands = node.operands.map((operand) => compiler.compile(operand, levels))
  const decisive = node.is === 'or'
  return (frame) => {
    let result: boolean | null = !decisive
    for (const operand of operands) {
      const value = operand(frame)
      if (value === decisive) return decisive
      if (value !== !decisive) result = null
    }
    return result
  }
}

export function compileComparison(
  node: Node & { is: 'comparison' },
  levels: Levels | undefined,
  compiler: Compiler,
): Evaluate {
  const left = compiler.compile(node.left, levels)
  const right = compiler.compile(node.right, levels)
  const { operator } = node
  return (frame) => applyComparison(operator, left(frame), right(frame), frame.run)
}

/** Compares two values; null with a warning when they cannot be compared. */
export function applyComparison(
  operator: ComparisonOperator,
  left: FeelValue,
  right: FeelValue,
  run: Run,
): boolean | null {
  if (operator === '=' || operator === '!=') {
    const same = equals(left, right, run)
    return same === null ? noOrder(left, right, run) : same === (operator === '=')
  }
  const order = compare(left, right)
  if (order === null) return noOrder(left, right, run)
  switch (operator) {
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}

function noOrder(left: FeelValue, right: FeelValue, run: Run): null {
  return run.warn(`cannot compare ${kindOf(left)} and ${kindOf(right)}`)
}

/** Compiles `x between low and high`: `x >= low and x <= high`. */
export function compileBetween(
  node: Node & { is: 'between' },
  levels: Levels | undefined,
  compiler: Compiler,
): Evaluate {
  const value = compiler.compile(node.value, levels)
  const low = compiler.compile(node.low, levels)
  const high = compiler.compile(node.high, levels)
  return (frame) => {
    const tested = value(frame)
    const isAbove = applyComparison('>=', tested, low(frame), frame.run)
    const isBelow = applyComparison('<=', tested, high(frame), frame.run)
    if (isAbove === false || isBelow === false) return false
    return isAbove === null || isBelow === null ? null : true
  }
}

export function compileInstance(
  node: Node & { is: 'instance of' },
  levels: Levels | undefined,
  compiler: Compiler,
): Evaluate {
  const value = compiler.compile(node.value, levels)
  return (frame) => isInstance(value(frame), node.of)
}

export function compileIf(node: Node & { is: 'if' }, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const condition = compiler.compile(node.condition, levels)
  const then = compiler.compile(node.then, levels)
  const otherwise = compiler.compile(node.otherwise, levels)
  return (frame) => (condition(frame) === true ? then(frame) : otherwise(frame))
}
