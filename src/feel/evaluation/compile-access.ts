import type { Run } from '../run.ts'
import type { Node } from '../syntax/ast.ts'
import { type Decimal, integerOf } from '../values/decimal.ts'
import { type FeelList, type FeelValue, isContext, isList, isNumber } from '../values/value.ts'
import { pathOf } from './compile-names.ts'
import { type Compiler, type Levels, within } from './compiler.ts'
import { childFrame, type Evaluate } from './frame.ts'
import { propertyOf } from './properties.ts'

/**
 * Compiles a path such as `order.customer`. A path whose base is a list gives one value for each item of the list.
 */
export function compilePath(node: Node & { is: 'path' }, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const base = compiler.compile(node.base, levels)
  const reference = pathOf(node, levels)
  if (reference !== undefined) compiler.addReference(reference)
  const { key } = node
  return (frame) => {
    const value = base(frame)
    if (isContext(value)) return value.get(key) ?? noEntry(value.has(key), key, frame.run)
    if (!isList(value)) return member(value, key, frame.run)
    frame.run.chargeItems(value.length)
    return value.map((item) => member(item, key, frame.run))
  }
}

function member(value: FeelValue, key: string, run: Run): FeelValue {
  if (value === null) return null
  const found = isContext(value) ? value.get(key) : propertyOf(value, key)
  return found ?? noEntry(found === null, key, run)
}

function noEntry(isNull: boolean, key: string, run: Run): null {
  return isNull ? null : run.warn(`the entry "${key.slice(0, 100)}" does not exist`)
}

/** Compiles a filter such as `orders[amount > 10]` or `orders[1]` (10.3.2.5). */
export function compileFilter(node: Node & { is: 'filter' }, levels: Levels | undefined, compiler: Compiler): Evaluate {
  const list = compiler.compile(node.list, levels)
  const inner = within(levels, { is: 'item', origin: pathOf(node.list, levels) })
  const { evaluate, weight } = compiler.compileBody(node.condition, inner)
  const isIndex = isNumeral(node.condition)
  return (frame) => {
    const value = list(frame)
    if (value === null) return isIndex ? null : []
    const items = isList(value) ? value : [value]
    if (isIndex) return itemAt(items, evaluate(childFrame(frame, null)) as Decimal, frame.run)
    const found: FeelValue[] = []
    for (const item of items) {
      frame.run.charge(weight + 1)
      const result = evaluate(childFrame(frame, item))
      if (isNumber(result)) return itemAt(items, result, frame.run)
      if (result === true) found.push(item)
    }
    frame.run.chargeItems(found.length)
    return found
  }
}

function isNumeral(node: Node): boolean {
  return node.is === 'negation' ? isNumeral(node.operand) : node.is === 'literal' && node.type === 'number'
}

/** Returns the item at a position: 1 is the first item, -1 the last. Returns null when the item does not exist. */
function itemAt(list: FeelList, position: Decimal, run: Run): FeelValue {
  const index = integerOf(position)
  const item = index === undefined || index === 0 ? undefined : list.at(index > 0 ? index - 1 : index)
  return item === undefined ? run.warn('the list has no item at this position') : item
}
