import { isObject } from '../../foundation/kit/json.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import { shown, wrongCriterion } from '../errors.ts'
import type { Criterion, Field } from '../field-type.ts'

const keys = ['min', 'max']

/**
 * Reads the criterion `{min, max}`; both bounds are inclusive. `readBound` returns undefined for a bound that means
 * "open". Throws for any other value, so the caller must handle plain values first.
 */
export function readRange<T extends string | number>(
  value: unknown,
  field: Field,
  readBound: (bound: unknown) => T | undefined,
): Criterion {
  if (!isObject(value)) throw wrongCriterion(field, `{min, max} is expected, not ${shown(value)}`)
  for (const key of Object.keys(value)) {
    if (!keys.includes(key))
      throw wrongCriterion(field, `unknown key ${shown(key)} in {min, max}${didYouMean(key, keys)}`)
  }
  const min = openOr(value.min, readBound)
  const max = openOr(value.max, readBound)
  return { is: 'between', ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

function openOr<T>(bound: unknown, readBound: (bound: unknown) => T | undefined): T | undefined {
  return bound === undefined || bound === null ? undefined : readBound(bound)
}
