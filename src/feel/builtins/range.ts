import { compare } from '../values/compare.ts'
import { FeelRange, type FeelValue, type RangeBounds } from '../values/value.ts'
import { define, type Signature } from './builtin.ts'

/** Internal error for bounds that cannot be compared. */
class NoOrder extends Error {}

type Relation = (left: RangeBounds, right: RangeBounds) => boolean

/** Parameter names of the forms that accept points; used only for named arguments. */
const pointForms = [
  ['range1', 'range2'],
  ['point1', 'point2'],
  ['point', 'range'],
  ['range', 'point'],
] as const

/** Range functions (10.3.4.10, table 78). A point counts as the range that includes only this point. */
export const rangeFunctions: readonly Signature[] = [
  ...ofPoints('before', isBefore),
  ...ofPoints('after', (left, right) => isBefore(right, left)),
  ofRanges('meets', meets),
  ofRanges('met by', (left, right) => meets(right, left)),
  ofRanges('overlaps', (left, right) => !isBefore(left, right) && !isBefore(right, left)),
  ofRanges('overlaps before', overlapsBefore),
  ofRanges('overlaps after', (left, right) => overlapsBefore(right, left)),
  ...ofPoints('finishes', finishes),
  ...ofPoints('finished by', (left, right) => finishes(right, left)),
  ...ofPoints('includes', includes),
  ...ofPoints('during', (left, right) => includes(right, left)),
  ...ofPoints('starts', starts),
  ...ofPoints('started by', (left, right) => starts(right, left)),
  ...ofPoints('coincides', (left, right) => {
    return startsAtSame(left, right) && endsAtSame(left, right)
  }),
]

function ofPoints(name: string, holds: Relation): Signature[] {
  return pointForms.map(([first, second]) =>
    define(name, { [first]: 'any', [second]: 'any' } as Record<string, 'any'>, (args, run) => {
      const [left = null, right = null] = [args[first], args[second]]
      if (left === null || right === null) return run.warn(`${name}() needs two values`)
      return decide(holds, boundsOf(left), boundsOf(right)) ?? run.warn(`${name}() cannot compare these values`)
    }),
  )
}

function ofRanges(name: string, holds: Relation): Signature {
  return define(name, { range1: 'range', range2: 'range' }, ({ range1, range2 }, run) => {
    return decide(holds, range1, range2) ?? run.warn(`${name}() cannot compare these values`)
  })
}

function decide(holds: Relation, left: RangeBounds, right: RangeBounds): boolean | undefined {
  // The values of `(!=5)` have no first and no last.
  if (left.operator === '!=' || right.operator === '!=') return undefined
  try {
    return holds(left, right)
  } catch (error) {
    if (error instanceof NoOrder) return undefined
    throw error
  }
}

function boundsOf(value: FeelValue): RangeBounds {
  return value instanceof FeelRange ? value : { start: value, startIncluded: true, end: value, endIncluded: true }
}

function order(left: FeelValue, right: FeelValue): number {
  const result = compare(left, right)
  if (result === null) throw new NoOrder()
  return result
}

/** Compares the starts of two ranges; an included start is earlier than an excluded one. */
function orderStarts(left: RangeBounds, right: RangeBounds): number {
  return order(left.start, right.start) || Number(right.startIncluded) - Number(left.startIncluded)
}

/** Compares the ends of two ranges; an included end is later than an excluded one. */
function orderEnds(left: RangeBounds, right: RangeBounds): number {
  return order(left.end, right.end) || Number(left.endIncluded) - Number(right.endIncluded)
}

const startsAtSame: Relation = (left, right) => orderStarts(left, right) === 0
const endsAtSame: Relation = (left, right) => orderEnds(left, right) === 0

function isBefore(left: RangeBounds, right: RangeBounds): boolean {
  const gap = order(left.end, right.start)
  return gap < 0 || (gap === 0 && !(left.endIncluded && right.startIncluded))
}

function meets(left: RangeBounds, right: RangeBounds): boolean {
  return left.endIncluded && right.startIncluded && order(left.end, right.start) === 0
}

function overlapsBefore(left: RangeBounds, right: RangeBounds): boolean {
  return orderStarts(left, right) < 0 && !isBefore(left, right) && orderEnds(left, right) <= 0
}

function finishes(left: RangeBounds, right: RangeBounds): boolean {
  return endsAtSame(left, right) && orderStarts(left, right) >= 0
}

function starts(left: RangeBounds, right: RangeBounds): boolean {
  return startsAtSame(left, right) && orderEnds(left, right) <= 0
}

function includes(left: RangeBounds, right: RangeBounds): boolean {
  return orderStarts(left, right) <= 0 && orderEnds(left, right) >= 0
}
