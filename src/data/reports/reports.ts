import type { Readable } from 'node:stream'
import { isVisibleTo, readSubjects } from '../../access/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import type { Caller } from '../../people/index.ts'
import { type FindSource, type ListRequest, type Lists, type Page, readListRequest } from '../../query/index.ts'
import { type Address, definitionPath } from '../../solutions/index.ts'
import type { ApplicationCatalog } from '../applications/application-catalog.ts'
import { fieldSchema } from '../applications/field-tables/field-table.ts'
import { visibilityOf } from '../namespaces/namespace.ts'
import { type BuiltInReport, readBuiltInReports } from './built-in-reports.ts'
import { storedReports } from './definition/stored-reports.ts'
import { reportNotFound } from './errors.ts'
import { exportReport } from './export/export-report.ts'
import type { ExportFormat } from './export/stream-table.ts'
import type { Report } from './report.ts'
import { readArguments } from './run/read-arguments.ts'
import { maxReportRows } from './run/report-statement.store.ts'
import { createRunReport } from './run/run-report.ts'
import { knownTables } from './tables/known-tables.ts'
import type { ReportTable } from './tables/report-table.ts'
import { userTable } from './tables/user-table.store.ts'
import { reportViewOf } from './views/report-view.store.ts'

/** The body of a list request for a report. The parameters are entries of `filter.tf`. */
interface ReportInput {
  readonly from?: unknown
  readonly size?: unknown
  readonly filter?: unknown
  readonly sortExpressions?: unknown
}

/** Reports of solutions and of the platform. A report that a caller may not run does not exist for the caller. */
export interface Reports {
  /** Returns a page of a report's rows. Throws an error of `errors.ts` or of lists. */
  list(caller: Caller, address: Address, input: ReportInput): Promise<Page>
  /** Returns all rows of a report as a file. */
  export(caller: Caller, address: Address, input: ReportInput, format: ExportFormat): Promise<Readable>
  /** Returns a report. Throws `report.not_found`. */
  get(caller: Caller, address: Address): KnownReport
  /** Returns the reports that the caller may run, ordered by path; those of the platform come last. */
  all(caller: Caller): readonly KnownReport[]
  /** Returns the name of a report's view in the database; undefined for a report without a view. */
  viewOf(report: Report): string | undefined
}

/** A report and the code of its solution; null for a report of the platform. */
export interface KnownReport {
  readonly report: Report
  readonly solution: string | null
}

export interface ReportsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly catalog: ApplicationCatalog
  readonly findFor: (caller: Caller) => FindSource
  /** The tables of other rooms that reports can read. */
  readonly tables: readonly ReportTable[]
  /** The folders with the reports of the platform. */
  readonly builtIn: readonly string[]
  /** The language of the platform's reports when the request asks for no other language. */
  readonly defaultLanguage?: string
  /** The PostgreSQL role that runs the SQL of reports; undefined for the role of the server. */
  readonly role: string | undefined
}

/** Creates the reports. Throws when the database refuses the role `role`. */
export async function createReports(deps: ReportsDeps): Promise<Reports> {
  const { database, catalog, role } = deps
  const readsFieldTables = role === undefined || (await mayReadFieldTables(database, role))
  let builtIn: readonly BuiltInReport[] | undefined
  // These reports are read at the first use, because few requests need them.
  const builtInReports = () =>
    (builtIn ??= deps.builtIn.flatMap((folder) => readBuiltInReports(folder, deps.defaultLanguage)))
  const rowsOf = knownTables({ ...deps, tables: [userTable, ...deps.tables], readsFieldTables })
  const run = createRunReport({ ...deps, rowsOf })

  const known = (): KnownReport[] => [
    ...catalog.snapshot().of(storedReports),
    ...builtInReports().map((report) => ({ report: report(), solution: null })),
  ]
  const all = (caller: Caller): KnownReport[] => known().filter(({ report }) => mayRun(report, caller))

  /** Returns whether a caller sees the namespace of a report and is one of its subjects. */
  function mayRun({ namespace, to }: Report, caller: Caller): boolean {
    if (caller.administrator) return true
    const found = catalog.namespaces().find(({ code }) => code === namespace)
    const visible = found && visibilityOf(found)
    const visibleTo = [visible, to].filter((texts) => texts !== undefined && texts !== null).map(readSubjects)
    return caller.persons.everywhere.some((person) => isVisibleTo({ visibleTo }, person))
  }

  function get(caller: Caller, address: Address): KnownReport {
    const path = definitionPath(address)
    const seen = all(caller)
    const found = seen.find(({ report }) => definitionPath(report) === path)
    if (found !== undefined) return found
    const hint = didYouMean(
      path,
      seen.map(({ report }) => definitionPath(report)),
    )
    throw reportNotFound(`report "${path.slice(0, 200)}" not found${hint}`)
  }

  async function read(
    caller: Caller,
    report: Report,
    input: ReportInput,
    page: Partial<ListRequest> = {},
  ): Promise<Page> {
    const { from, size, sortExpressions } = input
    const given = readArguments(report, input.filter)
    const request = { ...readListRequest({ from, size, sortExpressions, filter: given.filter }), ...page }
    return run(caller, report, given, request)
  }

  return {
    all,
    get,
    viewOf: (report) => reportViewOf(report, catalog.applications()),
    list: async (caller, address, input) => read(caller, get(caller, address).report, input),
    async export(caller, address, input, format) {
      const { report } = get(caller, address)
      const page = await read(caller, report, input, { from: 0, size: maxReportRows })
      return exportReport(report.columns, page, format)
    },
  }
}

/**
 * The timeout for the check of the role in milliseconds; long, because a busy database is no reason to refuse the
 * start.
 */
const roleTimeoutMs = 60_000

/** Returns whether the role may use the schema of the field tables. Throws when the database refuses the role. */
async function mayReadFieldTables(database: Database, role: string): Promise<boolean> {
  const right = sql`select has_schema_privilege(${fieldSchema}, 'usage') as "mayRead"`
  const limits = { timeoutMs: roleTimeoutMs, role }
  const rows = await database.readOnly<{ mayRead: boolean }>(right, limits).catch((cause: unknown) => {
    // A failure that does not come from the role, such as a timeout.
    if (cause instanceof PlatformError) throw cause
    throw new Error(`REPORT_ROLE: the database refuses the role "${role}": ${(cause as Error).message}`, { cause })
  })
  return rows[0]!.mayRead
}
