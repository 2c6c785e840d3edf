import { namedGroups } from '../../../access/index.ts'
import { codePattern } from '../../../foundation/kit/codes.ts'
import { builtInGroupPaths } from '../../../people/index.ts'
import { type DefinitionKind, definitionPath, systemNamespace, type Use } from '../../../solutions/index.ts'
import type { DeployedReport } from '../report.ts'
import type { TableShape } from '../tables/report-table.ts'
import { planReports } from './plan-reports.ts'
import { type ReportDraft, readReport } from './read-report.ts'
import { reportFile } from './report-file.ts'
import { ReportFile } from './report-schema.ts'
import { storedReports } from './stored-reports.ts'

/**
 * Returns the kind of reports: SQL files as definitions of a solution, each with a YAML file beside it. `tables` are
 * the tables of the platform that reports can read besides the applications.
 */
export function createReportKind(tables: readonly TableShape[]): DefinitionKind<ReportDraft, DeployedReport> {
  return {
    ...storedReports,
    file: {
      path: 'namespaces/{namespace}/reports/{code}.yaml',
      source: 'sql',
      title: 'a report',
      codes: new RegExp(`^${codePattern}$`),
      // The view `report$<namespace>_<code>` has at most 7 + 30 + 1 + 25 = 63 characters, the limit of PostgreSQL.
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
    uses: usesOf,
    sources: async (_reader, entries) =>
      new Map(entries.map(({ namespace, code, report }) => [`${namespace}.${code}`, Buffer.from(report.sql)])),
  }
}

/** Returns the applications that a report reads, and the groups of solutions that may run it. */
function usesOf({ definition: { reads, to }, ...address }: DeployedReport): Use[] {
  const path = definitionPath(address)
  const groups = new Set(namedGroups({ visibleTo: [...(to ?? [])] }).map((group) => group.path))
  const foreign = [...groups].filter((group) => !builtInGroupPaths.includes(group))
  return [
    ...reads.map((ref): Use => ({ to: 'application', path, ref })),
    ...foreign.map((ref): Use => ({ to: 'group', path, ref })),
  ]
}
