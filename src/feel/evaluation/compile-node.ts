import type { Node } from '../syntax/ast.ts'
import { compare } from '../values/compare.ts'
import { FeelRange, type FeelValue } from '../values/value.ts'
import { compileFilter, compilePath } from './compile-access.ts'
import { compileCall, compileFunction } from './compile-calls.ts'
import { compileFor, compileQuantified } from './compile-loops.ts'
import { compileName } from './compile-names.ts'
import {
  compileArithmetic,
  compileBetween,
  compileComparison,
  compileIf,
  compileInstance,
  compileLogic,
  compileNegation,
} from './compile-operators.ts'
import { compileIn } from './compile-tests.ts'
import { type Compiler, type Levels, within } from './compiler.ts'
import { childFrame, type Evaluate } from './frame.ts'

/** Compiles any node. */
export function compileNode(node: Node, levels: Levels | undefined, compiler: Compiler): Evaluate {
  switch (node.is) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'mistake': {
      const { message } = node
      return ({ run }) => run.warn(message)
    }
    case 'name':
      return compileName(node, levels, compiler)
    case 'list':
      return compileList(node, levels, compiler)
    case 'context':
      return compileContext(node, levels, compiler)
    case 'range':
      return compileRange(node, levels, compiler)
    case 'arithmetic':
      return compileArithmetic(node, levels, compiler)
    case 'negation':
      return compileNegation(node, levels, compiler)
    case 'and':
    case 'or':
      return compileLogic(node, levels, compiler)
    case 'comparison':
      return compileComparison(node, levels, compiler)
    case 'between':
      return compileBetween(node, levels, compiler)
    case 'in':
      return compileIn(node, levels, compiler)
    case 'instance of':
      return compileInstance(node, levels, compiler)
    case 'if':
      return compileIf(node, levels, compiler)
    case 'for':
      return compileFor(node, levels, compiler)
    case 'some':
    case 'every':
      return compileQuantified(node, levels, compiler)
    case 'filter':
      return compileFilter(node, levels, compiler)
    case 'path':
      return compilePath(node, levels, compiler)
    case 'call':
      return compileCall(node, levels, compiler)
    case 'function':
      return compileFunction(node, levels, compiler)
  }
}

function compileList(node: Node & { is: 'list' }, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const items = node.items.map((item) => compiler.compile(item, levels))
  return (frame) => items.map((item) => item(frame))
}

/** Compiles a context. Its entries are evaluated in order and can read the entries before them. */
function compileContext(node: Node & { is: 'context' }, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const keys = new Set<string>()
  const inner = within(levels, { is: 'context', keys })
  const entries = node.entries.map(({ key, value }) => {
    const evaluate = compiler.compile(value, inner)
    keys.add(key)
    return { key, evaluate }
  })
  return (frame) => {
    const context = new Map<string, FeelValue>()
    const local = childFrame(frame, context)
    for (const { key, evaluate } of entries) context.set(key, evaluate(local))
    return context
  }
}

/**
 * Compiles a range. Its bounds must be comparable, and the first must not be greater than the last, except in a loop.
 */
function compileRange(node: Node & { is: 'range' }, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const start = node.start && compiler.compile(node.start, levels)
  const end = node.end && compiler.compile(node.end, levels)
  const { startIncluded, endIncluded, isLoop, operator } = node
  return (frame) => {
    const [low, high] = [start?.(frame), end?.(frame)]
    const order = compare(low ?? high ?? null, high ?? low ?? null)
    if (order === null || low === null || high === null) {
      return frame.run.warn('the bounds of the range cannot be compared')
    }
    if (order > 0 && isLoop !== true) return frame.run.warn('the range begins after its end')
    return new FeelRange({ start: low ?? null, startIncluded, end: high ?? null, endIncluded, operator })
  }
}
