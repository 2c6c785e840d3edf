import { PlatformError } from '../../foundation/kit/errors.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Field } from '../../values/index.ts'
import type { Application } from '../applications/application.ts'
import { wrongMapping } from './errors.ts'
import { titleOf } from './read/header.ts'

/** System fields that a file may set; `__id` only identifies the element of a row. */
export const systemCodes = ['__name', '__externalId', '__status', '__directory', '__id'] as const
export type SystemCode = (typeof systemCodes)[number]

export type Target =
  | { readonly column: string; readonly index: number; readonly field: Field }
  | { readonly column: string; readonly index: number; readonly system: SystemCode }

export interface ColumnMapping {
  readonly targets: readonly Target[]
  /** Columns without a field; the import's status lists them. */
  readonly ignoredColumns: readonly string[]
}

export interface MappingOptions {
  /** The field code for each column; columns that are not in the mapping are ignored. */
  readonly mapping?: Readonly<Record<string, string>>
  /** The codes of the fields that identify the element of a row; each needs a column. */
  readonly key?: readonly string[]
}

type Goal = Field | SystemCode

/**
 * Assigns a field to each column: by the caller's mapping if there is one, otherwise by code or title, ignoring case.
 * Throws `import.wrong_mapping`.
 */
export function mapColumns(
  columns: readonly string[],
  application: Pick<Application, 'fields'>,
  { mapping, key = [] }: MappingOptions = {},
): ColumnMapping {
  const goals = mapping === undefined ? matched(columns, application, key) : given(columns, application, mapping)
  const targets: Target[] = []
  const takenBy = new Map<string, string>()
  columns.forEach((column, index) => {
    const goal = goals.get(column)
    if (goal === undefined) return
    const code = codeOf(goal)
    const other = takenBy.get(code)
    if (other !== undefined) {
      throw wrongMapping(`the columns "${other}" and "${column}" are both mapped to the field "${code}"`, {
        field: code,
      })
    }
    takenBy.set(code, column)
    targets.push(typeof goal === 'string' ? { column, index, system: goal } : { column, index, field: goal })
  })
  if (targets.length === 0) throw noneMatches(columns, application)
  for (const code of key) {
    if (!takenBy.has(code))
      throw wrongMapping(`no column of the file is mapped to the key field "${code}"`, { field: 'key' })
  }
  return { targets, ignoredColumns: columns.filter((column) => !goals.has(column)) }
}

/**
 * Returns the code of the matching field for each column: by `mapping`, otherwise by code or title. Columns that match
 * no field, several fields, or the field of an earlier column are left out.
 */
export function suggestFields(
  columns: readonly string[],
  application: Pick<Application, 'fields'>,
  mapping: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const chosen = new Map(Object.entries(mapping).map(([column, code]) => [plain(column), code]))
  const suggested = new Map<string, string>()
  const taken = new Set<string>()
  for (const column of columns) {
    const goal = chosen.get(plain(column)) ?? matchingField(column, application)
    if (goal === undefined || taken.has(goal)) continue
    taken.add(goal)
    suggested.set(column, goal)
  }
  return suggested
}

function matchingField(column: string, application: Pick<Application, 'fields'>): string | undefined {
  try {
    const goal = matched([column], application, []).get(column)
    return goal === undefined ? undefined : codeOf(goal)
  } catch (error) {
    if (error instanceof PlatformError && error.code === wrongMapping.code) return undefined
    throw error
  }
}

function given(
  columns: readonly string[],
  application: Pick<Application, 'fields'>,
  mapping: Readonly<Record<string, string>>,
): Map<string, Goal> {
  const goals = new Map<string, Goal>()
  for (const [name, code] of Object.entries(mapping)) {
    const title = titleOf(name)
    const column = columns.find((one) => one === title) ?? columns.find((one) => plain(one) === plain(title))
    if (column === undefined) {
      throw wrongMapping(`the file has no column "${name}"${didYouMean(name, columns)}`, { field: 'mapping' })
    }
    const goal = application.fields.get(code) ?? systemCodes.find((system) => system === code)
    if (goal === undefined) throw unknownField(code, application)
    goals.set(column, goal)
  }
  return goals
}

function matched(
  columns: readonly string[],
  application: Pick<Application, 'fields'>,
  key: readonly string[],
): Map<string, Goal> {
  const fields = [...application.fields.values()]
  const goals = new Map<string, Goal>()
  for (const column of columns) {
    const title = plain(column)
    // The report of an earlier import has a column `__id` too, so this column is used only when it is the key.
    const system = systemCodes.find((code) => plain(code) === title && (code !== '__id' || key.includes(code)))
    const goal = application.fields.get(column) ?? system ?? byTitle(column, fields)
    if (goal !== undefined) goals.set(column, goal)
  }
  return goals
}

function byTitle(column: string, fields: readonly Field[]): Field | undefined {
  const title = plain(column)
  const byCode = fields.find((field) => plain(field.code) === title)
  if (byCode !== undefined) return byCode
  const found = fields.filter((field) => plain(field.name) === title)
  if (found.length < 2) return found[0]
  const codes = found.map((field) => field.code).join(', ')
  throw wrongMapping(`the column "${column}" matches several fields (${codes}); choose one of them in "mapping"`, {
    field: 'mapping',
  })
}

function plain(title: string): string {
  return titleOf(title).toLowerCase()
}

function codeOf(goal: Goal): string {
  return typeof goal === 'string' ? goal : goal.code
}

function unknownField(code: string, application: Pick<Application, 'fields'>): Error {
  const near = didYouMean(code, [...application.fields.keys(), ...systemCodes])
  return wrongMapping(`unknown field "${String(code).slice(0, 100)}" in the mapping${near}`, { field: 'mapping' })
}

function noneMatches(columns: readonly string[], application: Pick<Application, 'fields'>): Error {
  const names = [...application.fields.values()].flatMap((field) => [field.code, field.name])
  const first = columns[0] ?? ''
  const near = didYouMean(first, names)
  return wrongMapping(
    `no column of the file is a field of the application; the first one is "${first.slice(0, 100)}"${near}`,
  )
}
