import type { JsonObject } from '../../foundation/kit/json.ts'
import type { SortKey } from '../../query/index.ts'
import type { Address, Deployed } from '../../solutions/index.ts'
import { type Field, storedField } from '../../values/index.ts'
import { type QueryText, readQueryText } from './sql/query-text.ts'

/** A report as it is stored: its two files with all defaults filled in. */
export interface ReportDefinition {
  readonly name: string
  readonly description: string
  /** The entries as they are in the file; the field types compile them. */
  readonly parameters: readonly JsonObject[]
  readonly columns: readonly JsonObject[]
  /** The default order of the rows. */
  readonly sort: readonly SortKey[]
  /** The rows that the SQL reads: those visible to the caller, or all. */
  readonly rows: 'caller' | 'all'
  /** The paths of the applications that the SQL reads, determined when the report was applied. */
  readonly reads: readonly string[]
  /** The subjects that may run the report; null means everyone who sees its namespace. */
  readonly to: readonly string[] | null
}

/** A report in the form in which it runs; frozen. */
export interface Report extends Address, Pick<ReportDefinition, 'name' | 'description' | 'sort' | 'rows' | 'to'> {
  readonly parameters: ReadonlyMap<string, Field>
  readonly columns: ReadonlyMap<string, Field>
  /** The SQL as it is in the file. */
  readonly sql: string
  readonly query: QueryText
}

/** A report of a deployed solution. */
export interface DeployedReport extends Deployed {
  readonly definition: ReportDefinition
  readonly report: Report
}

/** The namespace of the reports of the platform. No solution can define this namespace. */
export const builtInNamespace = 'system'

/** The parameters that every report has: the time of the platform, and the id of the user who runs the report. */
export const givenParameters: ReadonlyMap<string, string> = new Map([
  ['now', 'timestamptz'],
  ['caller', 'uuid'],
])

/** Compiles a stored report. */
export function compileReport({ namespace, code }: Address, definition: ReportDefinition, sql: string): Report {
  const { name, description, sort, rows, to } = definition
  const fieldsOf = (entries: readonly JsonObject[], place: string) =>
    new Map(
      entries.map((entry, index) => {
        const field = storedField(entry, `${namespace}.${code}: ${place}[${index}]`)
        return [field.code, field]
      }),
    )
  return Object.freeze({
    namespace,
    code,
    name,
    description,
    sort,
    rows,
    to,
    sql,
    parameters: fieldsOf(definition.parameters, 'parameters'),
    columns: fieldsOf(definition.columns, 'columns'),
    query: readQueryText(sql).query,
  })
}

/** Returns the name of the SQL type of a parameter. */
export function sqlTypeOf(field: Field): string {
  return field.type.column.typeOf?.(field) ?? field.type.column.type
}
