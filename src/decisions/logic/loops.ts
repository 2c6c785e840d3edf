import { type FeelValue, type Iteration, isContext, itemType, iterationOf, type Variables } from '../../feel/index.ts'
import { attributeOf, childOf, type DmnElement } from '../source/dmn-element.ts'
import type { DecisionRun } from './decision-run.ts'
import { LocalVariables, type Logic, type LogicCompiler, type LogicKind, type Place, readable } from './logic.ts'

interface Loop {
  readonly variable: string
  readonly list: Logic
  readonly body: Logic
}

/** Compiles a loop whose body is the child `part`. The body can read the loop variable and `names`. */
function compileLoop(
  element: DmnElement,
  place: Place,
  compiler: LogicCompiler,
  { part, names = {} }: { readonly part: string; readonly names?: Readonly<Record<string, 'Any'>> },
): Loop {
  const { scope, owner } = place
  const what = `<${element.name}> of "${owner.name}"`
  const variable = attributeOf(element, 'iteratorVariable')
  if (variable === undefined) scope.refuse(element, `${what} needs the attribute iteratorVariable`)
  const list = compiler.inside(element, place, what, 'in')
  const type = readable(itemType(scope.types.of(childOf(element, 'in')).feel))
  const inner = scope.within({ ...names, [variable ?? '']: type })
  return { variable: variable ?? '', list, body: compiler.inside(element, { scope: inner, owner }, what, part) }
}

function listOf(loop: Pick<Loop, 'list'>, variables: Variables, run: DecisionRun): Iteration | undefined {
  return iterationOf(loop.list.evaluate(variables, run))
}

/** `<for>`: the list of the results of an expression for each item of a list. */
export const boxedFor: LogicKind = {
  names: ['for'],
  compile(element, place, compiler) {
    const loop = compileLoop(element, place, compiler, { part: 'return', names: { partial: 'Any' } })
    return {
      evaluate(variables, run) {
        const items = listOf(loop, variables, run)
        if (items === undefined) return run.warn('"for" needs a list or a range of integers or dates')
        const results: FeelValue[] = []
        for (let index = 0; index < items.count; index++) {
          run.charge(1 + results.length)
          const own = new Map<string, FeelValue>([
            ['partial', results.slice()],
            [loop.variable, items.at(index)],
          ])
          results.push(loop.body.evaluate(new LocalVariables(variables, own), run))
        }
        run.chargeItems(results.length)
        return results
      },
    }
  },
}

/** `<some>` and `<every>`: whether a condition holds for one item, or for all items. */
export const quantified: LogicKind = {
  names: ['some', 'every'],
  compile(element, place, compiler) {
    const { owner } = place
    const loop = compileLoop(element, place, compiler, { part: 'satisfies' })
    const decisive = element.name === 'some'
    return {
      evaluate(variables, run) {
        const items = listOf(loop, variables, run)
        if (items === undefined) return run.warn(`"${element.name}" needs a list or a range of integers or dates`)
        let result: boolean | null = !decisive
        for (let index = 0; index < items.count; index++) {
          run.charge(1)
          const own = new Map([[loop.variable, items.at(index)]])
          const value = loop.body.evaluate(new LocalVariables(variables, own), run)
          if (value === decisive) return decisive
          if (value !== null && typeof value !== 'boolean') return run.fail(notBoolean(element, owner.name))
          if (value === null) result = null
        }
        return result
      },
    }
  },
}

/**
 * `<filter>`: the items of a list that match a condition. The condition reads the item as `item` and its entries by
 * name.
 */
export const filter: LogicKind = {
  names: ['filter'],
  compile(element, place, compiler) {
    const { scope, owner } = place
    const what = `the filter of "${owner.name}"`
    const list = compiler.inside(element, place, what, 'in')
    const inner = { scope: scope.within({ item: 'Any' }, { isOpen: true }), owner }
    const match = compiler.inside(element, inner, what, 'match')
    return {
      evaluate(variables, run) {
        const items = listOf({ list }, variables, run)
        if (items === undefined) return run.warn('"filter" needs a list')
        const found: FeelValue[] = []
        for (let index = 0; index < items.count; index++) {
          run.charge(1)
          const item = items.at(index)
          const own = new Map([['item', item], ...(isContext(item) ? item : [])])
          const value = match.evaluate(new LocalVariables(variables, own), run)
          if (value !== null && typeof value !== 'boolean') return run.fail(notBoolean(element, owner.name))
          if (value === true) found.push(item)
        }
        return found
      },
    }
  },
}

const notBoolean = ({ name }: DmnElement, owner: string): string =>
  `<${name}> of "${owner}": the condition is neither true nor false`
