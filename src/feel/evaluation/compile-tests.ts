import type { Node, Test, UnaryTests } from '../syntax/ast.ts'
import { isIn } from '../values/membership.ts'
import type { FeelValue } from '../values/value.ts'
import { applyComparison } from './compile-operators.ts'
import type { Compiler, Levels } from './compiler.ts'
import type { Evaluate, Frame } from './frame.ts'

type Check = (input: FeelValue, frame: Frame) => boolean | null

/** Compiles `x in (tests)`, which is true when one of the tests accepts the value. */
export function compileIn(node: Node & { is: 'in' }, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const value = compiler.compile(node.value, levels)
  const checks = node.tests.map((test) => compileCheck(test, levels, compiler))
  return (frame) => anyOf(checks, value(frame), frame)
}

/** Compiles the tests of a decision table cell for an input. No tests (`-`) accept every input. */
export function compileUnary({ isNegated, tests }: UnaryTests, levels: Levels | undefined, compiler: Compiler): Check {
  if (tests.length === 0) return () => true
  const checks = tests.map((test) => (isNull(test) ? acceptNull : compileCheck(test, levels, compiler)))
  if (!isNegated) return (input, frame) => anyOf(checks, input, frame)
  return (input, frame) => {
    const result = anyOf(checks, input, frame)
    return result === null ? null : !result
  }
}

/**
 * Returns whether the test is the word `null`. In a cell, `null` accepts a missing input, and `not(null)` every other
 * input.
 */
const isNull = ({ operator, operand }: Test): boolean =>
  operator === undefined && operand.is === 'literal' && operand.value === null
const acceptNull: Check = (input) => input === null

function anyOf(checks: readonly Check[], input: FeelValue, frame: Frame): boolean | null {
  let result: boolean | null = false
  for (const check of checks) {
    const accepted = check(input, frame)
    if (accepted === true) return true
    if (accepted === null) result = null
  }
  return result
}

/**
 * Compiles a test. The value of an expression that reads `?` is the result. Other expressions are compared with the
 * input, or accept it when they are true.
 */
function compileCheck({ operator, operand, usesInput }: Test, levels: Levels | undefined, compiler: Compiler): Check {
  const evaluate = compiler.compile(operand, levels)
  if (operator !== undefined) {
    return (input, frame) => applyComparison(operator, input, evaluate(frame), frame.run)
  }
  if (usesInput) return (_, frame) => asBoolean(evaluate(frame))
  return (input, frame) => {
    const value = evaluate(frame)
    return value === true && typeof input !== 'boolean' ? true : isIn(input, value, frame.run)
  }
}

const asBoolean = (value: FeelValue): boolean | null => (typeof value === 'boolean' ? value : null)
