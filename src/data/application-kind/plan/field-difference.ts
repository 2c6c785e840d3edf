import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonValue } from '../../../foundation/kit/json.ts'
import { type Phrase, phrase } from '../../../foundation/kit/phrase.ts'
import type { Field } from '../../../values/index.ts'

/** A difference between two states of one field. `sentence` continues after the name of the field. */
export interface FieldChange {
  readonly sentence: Phrase
  /** Whether stored values may no longer fit. */
  readonly narrows?: true
  /** Whether the change affects the elements without a value instead of those with a value. */
  readonly asksForValue?: true
  /** The code of a removed value of a category. */
  readonly lostValue?: string
  readonly renamedValues?: Readonly<Record<string, string>>
  readonly lostColumn?: string
}

/**
 * Returns whether values of the old field are valid for the new one: same type, same target, and not reduced from
 * several values to one.
 */
export function fits(before: Field, after: Field): boolean {
  return (
    before.type.code === after.type.code &&
    isDeepStrictEqual(before.settings.to, after.settings.to) &&
    (after.array || !before.array)
  )
}

/**
 * Returns the differences between two states of a field. Call only when the two states fit: after a change of type or
 * target, the field counts as a new field with the same code.
 */
export function fieldChanges(before: Field, after: Field): FieldChange[] {
  const changes: FieldChange[] = []
  if (before.name !== after.name) changes.push({ sentence: phrase('titleBecomes', before.name, after.name) })
  if (!before.required && after.required) {
    changes.push({
      sentence: phrase('becomesRequired'),
      narrows: true,
      asksForValue: true,
    })
  }
  if (before.required && !after.required) changes.push({ sentence: phrase('isNoLongerRequired') })
  if (!before.array && after.array) changes.push({ sentence: phrase('mayHoldSeveralValues') })
  if (before.indexed !== after.indexed)
    changes.push({ sentence: after.indexed ? phrase('getsIndex') : phrase('losesIndex') })
  if (before.searchable !== after.searchable) {
    changes.push({ sentence: after.searchable ? phrase('isSearched') : phrase('isNoLongerSearched') })
  }
  if (!isDeepStrictEqual(before.defaultValue, after.defaultValue))
    changes.push({ sentence: phrase('getsAnotherDefaultValue') })
  const names = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)])
  for (const name of names) {
    const [from, to] = [before.settings[name], after.settings[name]]
    if (name !== 'to' && name !== 'columns' && !isDeepStrictEqual(from, to))
      changes.push(...settingChanges(name, from, to))
  }
  return [...changes, ...columnChanges(before.columns ?? new Map(), after.columns ?? new Map())]
}

/** The settings that allow more values when they grow (`upperLimits`) or when they shrink (`lowerLimits`). */
const upperLimits = new Set(['maxLength', 'max', 'decimals'])
const lowerLimits = new Set(['minLength', 'min'])

function settingChanges(name: string, from: JsonValue | undefined, to: JsonValue | undefined): FieldChange[] {
  if (name === 'values') return valueChanges(entries(from), entries(to))
  const sentence = phrase('settingBecomes', name, shown(from), shown(to))
  return [
    isNarrower(name, from, to) ? { sentence: phrase('existingValuesStay', sentence), narrows: true } : { sentence },
  ]
}

function isNarrower(name: string, from: JsonValue | undefined, to: JsonValue | undefined): boolean {
  if (name === 'integer') return to === true
  const tighter = typeof to === 'number' && typeof from === 'number' ? Math.sign(to - from) : undefined
  if (upperLimits.has(name)) return to != null && (tighter === undefined || tighter < 0)
  if (lowerLimits.has(name)) return to != null && (tighter === undefined || tighter > 0)
  return false
}

function valueChanges(before: readonly Entry[], after: readonly Entry[]): FieldChange[] {
  const changes: FieldChange[] = []
  const names = new Map(after.map((value) => [value.code, value.name]))
  const renamed: Record<string, string> = {}
  for (const { code, name } of before) {
    const now = names.get(code)
    if (now === undefined) {
      const sentence = phrase('losesValue', code)
      changes.push({ sentence, narrows: true, lostValue: code })
    } else if (now !== name) renamed[code] = String(now)
  }
  const known = new Set(before.map(({ code }) => code))
  for (const { code } of after) if (!known.has(code)) changes.push({ sentence: phrase('getsValue', code) })
  const codes = Object.keys(renamed)
  if (codes.length > 0) {
    changes.push({
      sentence: phrase('getsOtherValueNames', codes.map((code) => `"${code}"`).join(', ')),
      renamedValues: renamed,
    })
  }
  return changes.length > 0 ? changes : [{ sentence: phrase('getsAnotherValueOrder') }]
}

type Columns = ReadonlyMap<string, Field>

function columnChanges(before: Columns, after: Columns): FieldChange[] {
  const changes: FieldChange[] = []
  for (const [code, column] of before) {
    const now = after.get(code)
    if (now !== undefined && fits(column, now)) {
      for (const { sentence: own, narrows, asksForValue } of fieldChanges(column, now)) {
        const sentence = asksForValue ? phrase('columnBecomesRequired') : own
        changes.push({ sentence: phrase('columnChange', code, sentence), ...(narrows ? { narrows } : {}) })
      }
    } else {
      const lost = now === undefined ? phrase('losesColumn', code) : phrase('columnGetsAnotherType', code)
      changes.push({ sentence: phrase('valuesSetAside', lost), narrows: true, lostColumn: code })
    }
  }
  for (const code of after.keys()) if (!before.has(code)) changes.push({ sentence: phrase('getsColumn', code) })
  if (changes.length === 0 && [...before.keys()].join() !== [...after.keys()].join()) {
    changes.push({ sentence: phrase('getsAnotherColumnOrder') })
  }
  return changes
}

type Entry = Record<string, unknown> & { readonly code: string }

function entries(value: JsonValue | undefined): Entry[] {
  return Array.isArray(value) ? value.filter((entry): entry is JsonValue & Entry => isObject(entry)) : []
}

function shown(value: JsonValue | undefined): Phrase | string {
  if (value === undefined) return phrase('nothing')
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
