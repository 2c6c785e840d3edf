import type { Run } from '../run.ts'
import { equals } from '../values/compare.ts'
import { type Decimal, decimalOf, integerOf } from '../values/decimal.ts'
import { FeelFunction, type FeelList, type FeelValue, isList, isNumber } from '../values/value.ts'
import { define, type Signature } from './builtin.ts'

/**
 * List functions that search or count items, or return lists (10.3.4.4). Positions begin with 1; -1 is the last item.
 */
export const listFunctions: readonly Signature[] = [
  define('list contains', { list: 'list', element: 'any' }, ({ list, element }, run) => {
    run.charge(list.length)
    return list.some((item) => equals(item, element, run) === true)
  }),
  define('count', { list: 'list' }, ({ list }) => decimalOf(list.length)),
  define(
    'sublist',
    { list: 'list', 'start position': 'number', length: 'number?' },
    ({ list, 'start position': start, length }, run) => {
      const from = positionIn(list, start)
      const count = length && integerOf(length)
      const isWrong = length !== undefined && (count === undefined || count < 1 || (from ?? 0) + count > list.length)
      if (from === undefined || isWrong) return run.warn('sublist() is out of range')
      return made(list.slice(from, count === undefined ? undefined : from + count), run)
    },
  ),
  define('append', { list: 'list', item: '...any' }, ({ list, item }, run) => made([...list, ...item], run)),
  define('concatenate', { list: '...any' }, ({ list }, run) => made(list.flatMap(listOf), run)),
  define('union', { list: '...any' }, ({ list }, run) => distinct(list.flatMap(listOf), run)),
  define('insert before', { list: 'list', position: 'number', newItem: 'any' }, ({ list, position, newItem }, run) => {
    const at = positionIn(list, position)
    return at === undefined ? outOfRange(run) : made(list.toSpliced(at, 0, newItem), run)
  }),
  define('remove', { list: 'list', position: 'number' }, ({ list, position }, run) => {
    const at = positionIn(list, position)
    return at === undefined ? outOfRange(run) : made(list.toSpliced(at, 1), run)
  }),
  define('list replace', { list: 'list', position: 'number', newItem: 'any' }, ({ list, position, newItem }, run) => {
    const at = positionIn(list, position)
    return at === undefined ? outOfRange(run) : made(list.with(at, newItem), run)
  }),
  define('list replace', { list: 'list', match: 'function', newItem: 'any' }, ({ list, match, newItem }, run) => {
    if (match.parameters.length !== 2) return run.warn('the match of list replace() needs two parameters')
    const results = list.map((item) => match.call([item, newItem], run))
    if (results.some((result) => typeof result !== 'boolean')) return run.warn('the match must return true or false')
    return made(
      list.map((item, index) => (results[index] === true ? newItem : item)),
      run,
    )
  }),
  define('reverse', { list: 'list' }, ({ list }, run) => made(list.toReversed(), run)),
  define('index of', { list: 'list', match: 'any' }, ({ list, match }, run) => {
    run.charge(list.length)
    const isMatch = (item: FeelValue): boolean => equals(item, match, run) === true
    return made(
      list.flatMap((item, index) => (isMatch(item) ? [decimalOf(index + 1)] : [])),
      run,
    )
  }),
  define('distinct values', { list: 'list' }, ({ list }, run) => distinct(list, run)),
  define('flatten', { list: 'list' }, ({ list }, run) => made(flatten(list, run), run)),
]

/** The sort function (10.3.4.8). It requires a function that compares two items. */
export const sortFunctions: readonly Signature[] = [
  define('sort', { list: 'list', precedes: 'any' }, ({ list, precedes }, run) => {
    if (!(precedes instanceof FeelFunction)) return run.warn('sort() needs a function that compares two items')
    const isBefore = (left: FeelValue, right: FeelValue): boolean => precedes.call([left, right], run) === true
    const order = (left: FeelValue, right: FeelValue): number =>
      isBefore(left, right) ? -1 : isBefore(right, left) ? 1 : 0
    return made(list.toSorted(order), run)
  }),
]

/** Returns an index from 0 for a position; undefined when the list has no such item. */
function positionIn(list: FeelList, position: Decimal): number | undefined {
  const integer = integerOf(position.trunc())
  if (integer === undefined || integer === 0 || Math.abs(integer) > list.length) return undefined
  return integer > 0 ? integer - 1 : list.length + integer
}

const listOf = (value: FeelValue): FeelList => (isList(value) ? value : [value])
const outOfRange = (run: Run): null => run.warn('the list has no item at this position')

function made(list: FeelList, run: Run): FeelList {
  run.chargeItems(list.length)
  return list
}

/** Returns the items without duplicates, in order. Numbers and strings are compared by their text. */
function distinct(list: FeelList, run: Run): FeelList {
  run.chargeItems(list.length)
  const texts = new Set<string>()
  const others: FeelValue[] = []
  return list.filter((item) => {
    if (isNumber(item) || typeof item === 'string') {
      const key = isNumber(item) ? `n${item}` : `s${item}`
      return texts.size < texts.add(key).size
    }
    run.charge(others.length)
    if (others.some((other) => equals(item, other, run) === true)) return false
    others.push(item)
    return true
  })
}

function flatten(list: FeelList, run: Run): FeelValue[] {
  run.charge(list.length)
  return list.flatMap((item) => (isList(item) ? run.call(1, () => flatten(item, run)) : [item]))
}
