import type { Run } from '../run.ts'
import { Decimal } from './decimal.ts'
import { DaysTimeDuration, FeelDate, FeelDateTime, FeelTime, YearsMonthsDuration } from './temporal.ts'
import type { FeelType } from './types.ts'

export type FeelList = readonly FeelValue[]
export type FeelContext = ReadonlyMap<string, FeelValue>
export type FeelValue =
  | null
  | boolean
  | string
  | Decimal
  | FeelDate
  | FeelTime
  | FeelDateTime
  | DaysTimeDuration
  | YearsMonthsDuration
  | FeelRange
  | FeelFunction
  | FeelList
  | FeelContext

/** The bounds of a range. A missing bound has the value null and is open. */
export interface RangeBounds {
  readonly start: FeelValue
  readonly startIncluded: boolean
  readonly end: FeelValue
  readonly endIncluded: boolean
  /** The operator of a range that is written `(=5)` or `(!=5)`. Both bounds of such a range are the operand. */
  readonly operator?: '=' | '!=' | undefined
}

export class FeelRange implements RangeBounds {
  readonly start: FeelValue
  readonly startIncluded: boolean
  readonly end: FeelValue
  readonly endIncluded: boolean
  readonly operator: RangeBounds['operator']
  constructor({ start, startIncluded, end, endIncluded, operator }: RangeBounds) {
    this.start = start
    this.startIncluded = startIncluded
    this.end = end
    this.endIncluded = endIncluded
    this.operator = operator
  }
}

/** A function: built in, or defined by an expression. */
export class FeelFunction {
  readonly parameters: readonly string[]
  readonly parameterTypes: readonly FeelType[]
  /** Calls the function with one value per parameter. */
  readonly call: (args: readonly FeelValue[], run: Run) => FeelValue
  constructor(
    parameters: readonly string[],
    parameterTypes: readonly FeelType[],
    call: (args: readonly FeelValue[], run: Run) => FeelValue,
  ) {
    this.parameters = parameters
    this.parameterTypes = parameterTypes
    this.call = call
  }
}

export const isList = (value: FeelValue): value is FeelList => Array.isArray(value)
export const isContext = (value: FeelValue): value is FeelContext => value instanceof Map
export const isNumber = (value: FeelValue): value is Decimal => value instanceof Decimal

export type Kind =
  | 'null'
  | 'boolean'
  | 'string'
  | 'number'
  | 'date'
  | 'time'
  | 'date and time'
  | 'days and time duration'
  | 'years and months duration'
  | 'range'
  | 'function'
  | 'list'
  | 'context'

/** Returns the kind of a value, in the words of the specification. */
export function kindOf(value: FeelValue): Kind {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'string') return 'string'
  if (value instanceof Decimal) return 'number'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Map) return 'context'
  if (value instanceof FeelDate) return 'date'
  if (value instanceof FeelDateTime) return 'date and time'
  if (value instanceof FeelTime) return 'time'
  if (value instanceof DaysTimeDuration) return 'days and time duration'
  if (value instanceof YearsMonthsDuration) return 'years and months duration'
  return value instanceof FeelRange ? 'range' : 'function'
}
