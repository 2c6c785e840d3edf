import { isDeepStrictEqual } from 'node:util'
import type { DefinitionRow, StoredKind } from '../../../solutions/index.ts'
import { compileReport, type DeployedReport, type ReportDefinition } from '../report.ts'
import { reportRows } from './reports.store.ts'

interface ReportRow extends DefinitionRow {
  readonly definition: ReportDefinition
  readonly sql: string
}

/** Reports as definitions, ordered by namespace and code. */
export const storedReports: StoredKind<DeployedReport, ReportRow> = {
  word: 'report',
  rows: reportRows,
  compile({ sql, ...row }, before) {
    const isSame = before?.report.sql === sql && isDeepStrictEqual(before.definition, row.definition)
    const report = isSame ? before.report : compileReport(row, row.definition, sql)
    return Object.freeze({ ...row, name: row.definition.name, report })
  },
}
