import type { JsonObject } from '../../../foundation/kit/json.ts'
import type { ReportDefinition } from '../report.ts'

/** Returns the normalised YAML file of a report. */
export function reportFile({ name, description, parameters, columns, sort, rows, to }: ReportDefinition): JsonObject {
  const access = { ...(rows !== 'caller' && { rows }), ...(to !== null && { to: [...to] }) }
  return {
    name,
    ...(description !== '' && { description }),
    ...(parameters.length > 0 && { parameters: parameters.map(entryOf) }),
    columns: columns.map(entryOf),
    ...(sort.length > 0 && {
      sort: sort.map(({ field, ascending }) => ({ column: field, ...(!ascending && { ascending }) })),
    }),
    ...(Object.keys(access).length > 0 && { access }),
  }
}

const keys = ['code', 'name', 'type', 'view', 'values', 'array', 'required', 'default']

/** Returns the entry of a parameter or column: keys in a fixed order, without keys that only state a default. */
function entryOf(entry: JsonObject): JsonObject {
  const isDefault = (key: string): boolean =>
    (key === 'name' && entry.name === entry.code) ||
    (key === 'view' && entry.view === 'datetime') ||
    ((key === 'array' || key === 'required') && entry[key] === false) ||
    (key === 'default' && entry.default === null)
  return Object.fromEntries(keys.filter((key) => key in entry && !isDefault(key)).map((key) => [key, entry[key]!]))
}
