import { isObject, type JsonValue } from '../../../foundation/kit/json.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import { parameterMissing, parameterUnknown } from '../errors.ts'
import type { Report } from '../report.ts'

export interface Arguments {
  /** The value of each parameter in its stored form, by code. */
  readonly values: ReadonlyMap<string, JsonValue>
  /** The filter without the parameters, for the columns. */
  readonly filter: unknown
}

/**
 * Reads the values of a report's parameters. The values are entries of `tf` in the filter, beside the criteria for
 * columns. Entries outside `tf` are read as well, as in every list. Throws a 400 that names the parameter for a value
 * of the wrong type, for a missing value and for an unknown name.
 */
export function readArguments({ parameters, columns }: Report, filter: unknown): Arguments {
  const rest: Record<string, unknown> = isObject(filter) ? { ...filter } : {}
  const tf: Record<string, unknown> = isObject(rest.tf) ? { ...rest.tf } : {}
  for (const name of Object.keys(tf)) {
    if (parameters.has(name) || columns.has(name.split('.')[0]!)) continue
    const hint = didYouMean(name, [...parameters.keys(), ...columns.keys()])
    throw parameterUnknown(`the report has no parameter or column "${name.slice(0, 100)}"${hint}`, { field: name })
  }
  const values = new Map<string, JsonValue>()
  for (const [code, field] of parameters) {
    const given = Object.hasOwn(tf, code) ? tf[code] : Object.hasOwn(rest, code) ? rest[code] : undefined
    delete tf[code]
    delete rest[code]
    const value = given === undefined ? field.defaultValue : given === null ? null : field.type.read(given, field)
    if (value === null && field.required) throw parameterMissing(`the parameter "${code}" is required`, { field: code })
    values.set(code, value)
  }
  if (!isObject(filter)) return { values, filter }
  return { values, filter: isObject(rest.tf) ? { ...rest, tf } : rest }
}
