import { FeelDate, midnight } from './temporal.ts'
import type { FeelType } from './types.ts'
import { FeelFunction, FeelRange, type FeelValue, isContext, isList, kindOf } from './value.ts'
import { utc } from './zone.ts'

/** Returns whether a value is an instance of a type (10.3.2.9). Null is an instance of `Null` only. */
export function isInstance(value: FeelValue, type: FeelType): boolean {
  if (value === null) return type === 'Null'
  if (type === 'Any') return true
  if (typeof type === 'string') return kindOf(value) === type
  if ('list' in type) return isList(value) && value.every((item) => conforms(item, type.list))
  if ('range' in type) {
    if (!(value instanceof FeelRange)) return false
    return conforms(value.start, type.range) && conforms(value.end, type.range)
  }
  if ('context' in type) {
    return (
      isContext(value) &&
      Object.entries(type.context).every(([key, entry]) => value.has(key) && conforms(value.get(key)!, entry))
    )
  }
  return value instanceof FeelFunction && value.parameters.length === type.parameters.length
}

/** Returns whether a value is allowed where a type is declared: an instance of the type, or null. */
function conforms(value: FeelValue, type: FeelType): boolean {
  return value === null || isInstance(value, type)
}

/**
 * Converts a value to a declared type according to 10.3.2.9.4: a list of one item becomes the item, an item becomes a
 * list of one item, a date becomes a date and time. Returns undefined when the value does not fit.
 */
export function convert(value: FeelValue, type: FeelType): FeelValue | undefined {
  if (conforms(value, type)) return value
  if (isList(value) && value.length === 1 && conforms(value[0]!, type)) return value[0]!
  if (typeof type === 'object' && 'list' in type && conforms(value, type.list)) return [value]
  if (type === 'date and time' && value instanceof FeelDate) return midnight(value, utc)
  return undefined
}
