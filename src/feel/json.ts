import type { JsonValue } from '../foundation/kit/json.ts'
import type { Run } from './run.ts'
import { convert } from './values/conforms.ts'
import { Decimal, decimalOf, finite, readDecimal } from './values/decimal.ts'
import { FeelDateTime, FeelTime } from './values/temporal.ts'
import { readDate, readDateTime, readDuration, readTime, showDate, showTime } from './values/temporal-text.ts'
import { showScalar, showValue } from './values/text.ts'
import { entriesOf, type FeelType, itemType } from './values/types.ts'
import { type FeelValue, isContext, isList, isNumber } from './values/value.ts'
import { fixedZone } from './values/zone.ts'

/**
 * Converts a JSON value to a FEEL value. The declared type determines how strings are read: as a decimal such as
 * `"0.1"`, a date or a duration. A string that does not fit its type stays a string.
 */
export function fromJson(json: JsonValue, type: FeelType = 'Any'): FeelValue {
  if (json === null || typeof json === 'boolean') return json
  if (typeof json === 'number') return finite(decimalOf(json)) ?? null
  if (typeof json === 'string') return readText(json, type) ?? json
  if (Array.isArray(json)) return json.map((item) => fromJson(item, itemType(type)))
  const entries = entriesOf(type)
  const known = (key: string): FeelType => (entries && Object.hasOwn(entries, key) ? entries[key]! : 'Any')
  return new Map(Object.entries(json).map(([key, value]) => [key, fromJson(value, known(key))]))
}

function readText(text: string, type: FeelType): FeelValue | undefined {
  switch (type) {
    case 'number':
      return readDecimal(text)
    case 'date':
      return readDate(text)
    case 'time':
      return readTime(text)
    case 'date and time':
      return readDateTime(text)
    case 'days and time duration':
    case 'years and months duration': {
      const duration = readDuration(text)
      return duration && convert(duration, type)
    }
    default:
      return undefined
  }
}

/**
 * Converts a FEEL value to JSON. A number that a double represents, such as 0.1, becomes a JSON number, any other
 * number a string. Temporal values become the texts of FEEL, which are in ISO 8601 unless they have a named zone;
 * ranges and functions become the result of `string()`. Takes steps from the run, because lists that share their
 * items can be large. `convert` returns the JSON of values that need another form, or throws.
 */
export function toJson(
  value: FeelValue,
  run: Run,
  convert: (value: FeelValue) => JsonValue | undefined = () => undefined,
): JsonValue {
  run.charge(1)
  const converted = convert(value)
  if (converted !== undefined) return converted
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (isNumber(value)) return numberToJson(value)
  if (isList(value)) return run.call(1, () => value.map((item) => toJson(item, run, convert)))
  if (!isContext(value)) return showScalar(value) ?? showValue(value, run)
  return run.call(1, () => Object.fromEntries(Array.from(value, ([key, entry]) => [key, toJson(entry, run, convert)])))
}

/**
 * Returns a date and time in a named zone with the offset of the zone, as ISO 8601 and other programs write it;
 * undefined for any other value.
 */
export function withOffset(value: FeelValue): string | undefined {
  if (!(value instanceof FeelDateTime) || value.time.zone?.name === undefined) return undefined
  const { date, time, offset } = value
  const zone = fixedZone(offset ?? 0)
  return `${showDate(date)}T${showTime(new FeelTime(time.seconds, time.nanos, zone))}`
}

/**
 * Converts a decimal to a JSON number if the shortest text of the nearest double is this decimal; otherwise to a
 * string.
 */
function numberToJson(value: Decimal): number | string {
  const double = value.toNumber()
  return new Decimal(double).eq(value) ? double : value.toFixed()
}

/** A view of a JSON object as variables, which converts each value when an expression first reads it. */
export class JsonVariables {
  readonly #json: Readonly<Record<string, JsonValue>>
  readonly #types: Readonly<Record<string, FeelType>>
  readonly #converted = new Map<string, FeelValue>()

  constructor(json: Readonly<Record<string, JsonValue>>, types: Readonly<Record<string, FeelType>> = {}) {
    this.#json = json
    this.#types = types
  }

  get(name: string): FeelValue | undefined {
    const known = this.#converted.get(name)
    if (known !== undefined || !Object.hasOwn(this.#json, name)) return known
    const type = Object.hasOwn(this.#types, name) ? this.#types[name] : 'Any'
    const value = fromJson(this.#json[name]!, type)
    this.#converted.set(name, value)
    return value
  }
}
