import { isDeepStrictEqual } from 'node:util'
import type { DefinitionRow, StoredKind } from '../../../solutions/index.ts'
import { compileReport, type DeployedReport, type ReportDefinition } from '../report.ts'
import { reportRows } from './reports.store.ts'

interface ReportRow extends DefinitionRow {
  readonly definition: ReportDefinition
  readonly sql: string
}

/** The texts of a report that may be given in several languages. */
export const reportTexts = ['name', 'description', 'parameters[].name', 'parameters[].values[].name', 'columns[].name']

/** Reports as definitions, ordered by namespace and code. */
export const storedReports: StoredKind<DeployedReport, ReportRow> = {
  word: 'report',
  rows: reportRows,
  texts: reportTexts,
  compile({ sql, ...row }, before) {
    const isSame = before?.report.sql === sql && isDeepStrictEqual(before.definition, row.definition)
    const report = isSame ? before.report : compileReport(row, row.definition, sql)
    return Object.freeze({ ...row, name: row.definition.name, report })
  },
}
