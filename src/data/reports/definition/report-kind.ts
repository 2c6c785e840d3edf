import { codePattern } from '../../../foundation/kit/codes.ts'
import { type DefinitionKind, systemNamespace } from '../../../solutions/index.ts'
import type { DeployedReport } from '../report.ts'
import type { TableShape } from '../tables/report-table.ts'
import { planReports } from './plan-reports.ts'
import { type ReportDraft, readReport } from './read-report.ts'
import { reportFile } from './report-file.ts'
import { ReportFile } from './report-schema.ts'
import { storedReports } from './stored-reports.ts'

/**
 * Returns the kind of reports: SQL files as definitions of a solution, each with a YAML file beside it. `tables` are the
 * tables of the platform that reports can read besides the applications.
 */
export function createReportKind(tables: readonly TableShape[]): DefinitionKind<ReportDraft, DeployedReport> {
  return {
    ...storedReports,
    file: {
      path: 'namespaces/{namespace}/reports/{code}.yaml',
      source: 'sql',
      title: 'a report',
      codes: new RegExp(`^${codePattern}$`),
      // 7 + 30 + 1 + 25 characters make 63, the longest name of a view: `report$<namespace>_<code>`.
      maxLength: 25,
      reserved: ({ namespace }) =>
        namespace === systemNamespace ? `${systemNamespace} holds applications only, no reports` : undefined,
    },
    schema: ReportFile,
    read: readReport,
    plan: (context) => planReports(context, tables),
    toFile: ({ definition }) => reportFile(definition),
    hashed: ({ namespace, code, definition, report }) => ({
      namespace,
      code,
      ...reportFile(definition),
      sql: report.sql,
    }),
    sources: async (_reader, entries) =>
      new Map(entries.map(({ namespace, code, report }) => [`${namespace}.${code}`, Buffer.from(report.sql)])),
  }
}
