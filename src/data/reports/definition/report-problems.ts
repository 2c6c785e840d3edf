import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { PlanContext } from '../../../solutions/index.ts'
import type { Field } from '../../../values/index.ts'
import { givenParameters, sqlTypeOf } from '../report.ts'
import { checkQuery, type TableColumn } from '../sql/check-query.store.ts'
import { namesIn, type QueryProblem, type QueryText } from '../sql/query-text.ts'
import type { TableShape } from '../tables/report-table.ts'

/** The parts of a report that are checked against each other and against the tables. */
export interface CheckedReport {
  readonly query: QueryText
  readonly parameters: ReadonlyMap<string, Field>
  readonly columns: ReadonlyMap<string, Field>
}

/**
 * Returns the problems of a report's SQL: unknown tables, errors of the database, SQL that is not allowed in reports,
 * and returned columns that differ from the declared ones.
 */
export async function reportProblems(
  { query, parameters, columns }: CheckedReport,
  tables: ReadonlyMap<string, TableShape>,
  rehearse: NonNullable<PlanContext['rehearse']>,
): Promise<readonly QueryProblem[]> {
  const unknown = namesIn(query, 'table').filter((name) => !tables.has(name))
  if (unknown.length > 0) {
    return unknown.map((name) => ({
      line: 1,
      message: `there is no table bi.${name}${didYouMean(name, tables.keys())}`,
    }))
  }
  const types = [...parameters.values()].map((field) => [field.code, sqlTypeOf(field)] as const)
  const checked = await checkQuery(rehearse, query, {
    tables: new Map([...tables.values()].map(({ name, columns: of }) => [name, of])),
    parameters: new Map([...givenParameters, ...types]),
  })
  if (checked.problems.length > 0) return checked.problems
  return [...columnProblems(columns, checked.columns)].map((message) => ({ line: 1, message }))
}

function* columnProblems(declared: ReadonlyMap<string, Field>, returned: readonly TableColumn[]): Iterable<string> {
  const names = returned.map(({ name }) => name)
  for (const code of declared.keys()) {
    if (!names.includes(code)) yield `the SQL returns no column "${code}"${didYouMean(code, names)}`
  }
  for (const { name, type } of returned) {
    const field = declared.get(name)
    if (field === undefined) {
      yield `the SQL returns the column "${name}" (${type}), which is not declared${didYouMean(name, declared.keys())}`
      continue
    }
    const { word, accepts } = field.type.asReportColumn!(field)
    if (accepts(type)) continue
    const hint = type === 'timestamp without time zone' ? "; add: at time zone 'UTC'" : ''
    yield `the column "${name}" is declared as ${word}, but the SQL returns ${type}${hint}`
  }
}
