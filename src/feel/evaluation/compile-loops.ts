import type { Iterator, Node } from '../syntax/ast.ts'
import type { FeelValue } from '../values/value.ts'
import { pathOf } from './compile-names.ts'
import { type Compiler, type Levels, within } from './compiler.ts'
import { childFrame, type Evaluate, type Frame } from './frame.ts'
import { iterationOf } from './iteration.ts'

interface Loop {
  /**
   * Calls `visit` for every combination of the variables until `visit` returns true. Returns false when a value has
   * no items to iterate over.
   */
  readonly run: (frame: Frame, visit: (frame: Frame) => boolean) => boolean
  readonly levels: Levels | undefined
}

/** Compiles `for`. `partial` is the list of the results so far. */
export function compileFor(node: Node & { is: 'for' }, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const loop = compileIterators(node.iterators, levels, compiler)
  let readsPartial = false
  const onRead = (): void => {
    readsPartial = true
  }
  const inner = within(loop.levels, { is: 'variable', name: 'partial', origin: undefined, onRead })
  const { evaluate, weight } = compiler.compileBody(node.result, inner)
  return (frame) => {
    const results: FeelValue[] = []
    const isComplete = loop.run(frame, (variables) => {
      variables.run.charge(weight + (readsPartial ? results.length : 0))
      results.push(evaluate(childFrame(variables, readsPartial ? results.slice() : null)))
      return false
    })
    frame.run.chargeItems(results.length)
    return isComplete ? results : frame.run.warn('"for" requires lists or ranges of integers or dates')
  }
}

/** Compiles `some` and `every` (10.3.2.14). */
export function compileQuantified(
  node: Node & { is: 'some' | 'every' },
  levels: Levels | undefined,
  compiler: Compiler,
): Evaluate {
  const loop = compileIterators(node.iterators, levels, compiler)
  const { evaluate, weight } = compiler.compileBody(node.condition, loop.levels)
  const decisive = node.is === 'some'
  return (frame) => {
    let result: boolean | null = !decisive
    const isComplete = loop.run(frame, (variables) => {
      variables.run.charge(weight)
      const value = evaluate(variables)
      if (value !== !decisive) result = value === decisive ? decisive : null
      return value === decisive
    })
    return isComplete ? result : frame.run.warn(`"${node.is}" requires lists or ranges of integers or dates`)
  }
}

function compileIterators(iterators: readonly Iterator[], levels: Levels | undefined, compiler: Compiler): Loop {
  const [first, ...rest] = iterators
  if (first === undefined) {
    return {
      levels,
      run(frame, visit) {
        visit(frame)
        return true
      },
    }
  }
  const { evaluate, weight } = compiler.compileBody(first.list, levels)
  const origin = pathOf(first.list, levels)
  const inner = compileIterators(rest, within(levels, { is: 'variable', name: first.name, origin }), compiler)
  return {
    levels: inner.levels,
    run(frame, visit) {
      frame.run.charge(weight)
      const iteration = iterationOf(evaluate(frame))
      if (iteration === undefined) return false
      let isDone = false
      const check = (variables: Frame): boolean => {
        isDone = visit(variables)
        return isDone
      }
      for (let index = 0; index < iteration.count && !isDone; index++) {
        frame.run.charge(2)
        if (!inner.run(childFrame(frame, iteration.at(index)), check)) return false
      }
      return true
    },
  }
}
