import type { Run } from '../run.ts'
import { add, number } from '../values/arithmetic.ts'
import { compare } from '../values/compare.ts'
import { type Decimal, one, zero } from '../values/decimal.ts'
import { type FeelList, type FeelValue, isNumber } from '../values/value.ts'
import { define, itemsOf, type Signature } from './builtin.ts'

/**
 * List functions that compute one value from all items (10.3.4.4). They take a list, or the items as single arguments.
 */
export const aggregateFunctions: readonly Signature[] = [
  aggregate('min', (items, run) => extreme(items, -1, run)),
  aggregate('max', (items, run) => extreme(items, 1, run)),
  aggregate('sum', (items, run) => {
    if (items.length === 0) return null
    return items.slice(1).reduce<FeelValue>((sum, item) => add(sum, item, run), items[0]!)
  }),
  numbers('mean', (items, run) => number(total(items).div(items.length), run)),
  numbers('product', (items, run) =>
    number(
      items.reduce((product, item) => product.times(item), one),
      run,
    ),
  ),
  numbers('median', (items) => {
    const sorted = items.toSorted((left, right) => left.cmp(right))
    const middle = sorted.length >> 1
    return sorted.length % 2 === 1 ? sorted[middle]! : sorted[middle - 1]!.plus(sorted[middle]!).div(2)
  }),
  numbers('stddev', (items, run) => {
    if (items.length < 2) return run.warn('stddev() needs at least two numbers')
    run.charge(1_500)
    const mean = total(items).div(items.length)
    const squares = items.map((item) => item.minus(mean).pow(2))
    return number(
      total(squares)
        .div(items.length - 1)
        .sqrt(),
      run,
    )
  }),
  aggregate('mode', (items, run) => {
    if (items.length === 0) return []
    return items.every(isNumber) ? modes(items) : run.warn('mode() needs numbers')
  }),
  aggregate('all', (items) => {
    if (items.includes(false)) return false
    return items.every((item) => item === true) ? true : null
  }),
  aggregate('any', (items) => {
    if (items.includes(true)) return true
    return items.every((item) => item === false) ? false : null
  }),
]

function aggregate(name: string, call: (items: FeelList, run: Run) => FeelValue): Signature {
  return define(name, { list: '...any' }, ({ list }, run) => {
    const items = itemsOf(list)
    run.charge(items.length * 4)
    return call(items, run)
  })
}

function numbers(name: string, call: (items: readonly Decimal[], run: Run) => FeelValue): Signature {
  return aggregate(name, (items, run) => {
    if (items.length === 0) return null
    return items.every(isNumber) ? call(items, run) : run.warn(`${name}() needs numbers`)
  })
}

const total = (items: readonly Decimal[]): Decimal => items.reduce((sum, item) => sum.plus(item), zero)

/**
 * Returns the smallest item for the sign -1 and the largest for 1; null when there are no items or they cannot be
 * compared.
 */
function extreme(items: FeelList, sign: 1 | -1, run: Run): FeelValue {
  let best: FeelValue = items[0] ?? null
  if (best !== null && items.length === 1 && compare(best, best) === null)
    return run.warn('the item cannot be compared')
  for (const item of items.slice(1)) {
    const order = compare(item, best)
    if (order === null) return run.warn('the items cannot be compared with each other')
    if (order * sign > 0) best = item
  }
  return best
}

/** Returns the most frequent numbers in ascending order. */
function modes(items: readonly Decimal[]): FeelList {
  const counts = new Map<string, { item: Decimal; count: number }>()
  for (const item of items) {
    const key = item.toString()
    counts.set(key, { item, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const most = counts.values().reduce((max, { count }) => Math.max(max, count), 0)
  const found = counts.values().filter(({ count }) => count === most)
  return Array.from(found, ({ item }) => item).sort((left, right) => left.cmp(right))
}
