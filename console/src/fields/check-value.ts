import type { TextKey } from '../i18n/index.tsx'
import type { Values } from '../i18n/texts.ts'
import { isEmpty } from './is-empty.ts'
import { isMoment } from './moments.ts'

/** A problem of a value: the key of a text, and the values of its placeholders. */
export interface Complaint {
  readonly key: TextKey
  readonly values?: Values
}

/**
 * Checks a value against the limits of the schema: required, length and bounds. All other checks are made by the
 * server. Returns undefined when the value is valid.
 */
export function checkValue(
  field: { readonly type: string; readonly data: object },
  value: unknown,
  isRequired: boolean,
): Complaint | undefined {
  if (isEmpty(value)) return isRequired ? { key: 'fields.required' } : undefined
  const { maxLength, min, max, integer } = field.data as {
    maxLength?: number
    min?: number
    max?: number
    integer?: boolean
  }
  if (field.type === 'STRING') {
    const isTooLong = maxLength !== undefined && [value].flat().some((text) => String(text).length > maxLength)
    return isTooLong ? { key: 'fields.tooLong', values: { max: maxLength } } : undefined
  }
  if (field.type === 'MONEY')
    return typeof (value as { cents?: unknown }).cents === 'number' ? undefined : { key: 'fields.wrongNumber' }
  if (field.type === 'DATETIME')
    return [value].flat().every((each) => isMoment(String(each))) ? undefined : { key: 'fields.wrongMoment' }
  if (field.type !== 'FLOAT') return undefined
  for (const each of [value].flat()) {
    if (typeof each !== 'number') return { key: 'fields.wrongNumber' }
    if (integer && !Number.isInteger(each)) return { key: 'fields.wholeNumber' }
    if (min !== undefined && each < min) return { key: 'fields.tooSmall', values: { min } }
    if (max !== undefined && each > max) return { key: 'fields.tooLarge', values: { max } }
  }
  return undefined
}
