import { accessProblems, namedGroups } from '../../../access/index.ts'
import { codeCollector } from '../../../foundation/kit/codes.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { Draft, FileAddress, Found } from '../../../solutions/index.ts'
import { checkField, type Field } from '../../../values/index.ts'
import { givenParameters, type ReportDefinition } from '../report.ts'
import { namesIn, type QueryProblem, type QueryText, readQueryText } from '../sql/query-text.ts'
import type { ReportFile } from './report-schema.ts'

/** A report as read from its files, before the database has checked its SQL. */
export interface ReportDraft extends Draft {
  readonly definition: ReportDefinition
  readonly sql: string
  readonly query: QueryText
  readonly parameters: ReadonlyMap<string, Field>
  readonly columns: ReadonlyMap<string, Field>
  /** The problems of the SQL that are found without the database. */
  readonly problems: readonly QueryProblem[]
}

/** Reads the SQL of a report and the YAML file beside it. */
export function readReport({ value, source, at, refuse }: Found<unknown>, address: FileAddress): ReportDraft {
  const file = value as ReportFile
  const { parameters = [], columns = [], access = {} } = file
  const read = {
    parameters: readFields('parameters', parameters as JsonObject[], refuse),
    columns: readFields('columns', columns as JsonObject[], refuse),
  }
  parameters.forEach(({ code }, index) => {
    if (givenParameters.has(code)) refuse(['parameters', index, 'code'], `:${code} exists in every report`)
    if (read.columns.has(code)) refuse(['parameters', index, 'code'], `"${code}" is the code of a column, too`)
  })
  file.sort?.forEach(({ column }, index) => {
    if (!read.columns.has(column))
      refuse(['sort', index, 'column'], `there is no column "${column}"${didYouMean(column, read.columns.keys())}`)
  })
  const { sql, problems } = textOf(source ?? new Uint8Array())
  const { query, problems: queryProblems } = readQueryText(sql)
  const all = [...problems, ...(problems.length > 0 ? [] : queryProblems)]
  if (all.length === 0) all.push(...parameterProblems(query, read.parameters))
  return {
    ...address,
    ...read,
    sql,
    query,
    problems: all,
    references: readAccess(access, { at, refuse }),
    definition: {
      name: file.name,
      description: file.description ?? '',
      parameters: parameters as JsonObject[],
      columns: columns as JsonObject[],
      sort: (file.sort ?? []).map(({ column, ascending = true }) => ({ field: column, ascending })),
      rows: access.rows ?? 'caller',
      to: access.to ?? null,
      // The plan fills in `reads`, because it knows the applications.
      reads: [],
    },
  }
}

/** Checks who may run the report, and returns the groups that the file names. */
function readAccess(
  { rows, to }: NonNullable<ReportFile['access']>,
  { at, refuse }: Pick<Found<unknown>, 'at' | 'refuse'>,
) {
  if (rows === 'all' && to === undefined)
    refuse(['access', 'rows'], 'a report that reads all rows must name who may run it: add access.to')
  const rules = to && { visibleTo: to }
  const placed = (path: readonly (string | number)[]) => ['access', 'to', ...path.slice(1)]
  for (const { path, message } of accessProblems(rules, { fields: new Map() })) refuse(placed(path), message)
  return namedGroups(rules ?? {}).map(({ path, at: place }) => ({ to: 'group', path, place: at(placed(place)) }))
}

function readFields(
  key: 'parameters' | 'columns',
  entries: readonly JsonObject[],
  refuse: Found<unknown>['refuse'],
): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  const repetition = codeCollector()
  entries.forEach((entry, index) => {
    const { field, problems } = checkField(entry)
    for (const { path, message } of problems) refuse([key, index, ...path], message)
    if (field === undefined) return
    const repeated = repetition(field.code)
    if (repeated !== undefined) refuse([key, index, 'code'], repeated)
    fields.set(field.code, field)
  })
  return fields
}

/** Yields a problem for each parameter that only one of the two files has. */
function* parameterProblems(query: QueryText, parameters: ReadonlyMap<string, Field>): Iterable<QueryProblem> {
  const known = [...parameters.keys(), ...givenParameters.keys()]
  const used = namesIn(query, 'parameter')
  for (const name of used) {
    if (!known.includes(name)) yield { line: 1, message: `there is no parameter ":${name}"${didYouMean(name, known)}` }
  }
  for (const name of parameters.keys()) {
    if (!used.includes(name)) yield { line: 1, message: `the SQL does not use the parameter ":${name}"` }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const maxBytes = 64 * 1024

function textOf(bytes: Uint8Array): { readonly sql: string; readonly problems: readonly QueryProblem[] } {
  const refused = (message: string) => ({ sql: '', problems: [{ line: 1, message }] })
  if (bytes.length > maxBytes) return refused(`the SQL of a report may have at most ${maxBytes / 1024} KiB`)
  try {
    const sql = utf8.decode(bytes)
    return sql.includes('\0') ? refused('the file contains a NUL character') : { sql, problems: [] }
  } catch {
    return refused('the file is not UTF-8 text')
  }
}
