import type { Database } from '../../../foundation/db/database.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import type { Caller } from '../../../people/index.ts'
import { type ListRequest, type Lists, type Page, pageOf, planList } from '../../../query/index.ts'
import { reportFailed, reportOutdated, reportTooLong } from '../errors.ts'
import type { Report } from '../report.ts'
import { type IsNamed, namedColumns } from '../sql/named-columns.ts'
import type { RowsOfTable } from '../tables/known-tables.ts'
import type { Arguments } from './read-arguments.ts'
import { reportSource } from './report-source.ts'
import { maxReportRows, type ReportRow, reportStatement } from './report-statement.store.ts'

/** Milliseconds after which a report is stopped; equal to the limit of lists. */
const timeoutMs = 10_000

export interface RunReportDeps {
  readonly database: Database
  readonly clock: Clock
  readonly lists: Lists
  readonly rowsOf: RowsOfTable
  /** The PostgreSQL role that runs the SQL of reports; undefined for the role of the server. */
  readonly role: string | undefined
}

/**
 * Creates the function that runs a report and returns a page of its rows. A run counts towards the number of lists that
 * a caller can run at a time. Throws an error of `errors.ts`, or of lists.
 */
export function createRunReport({ database, clock, lists, rowsOf, role }: RunReportDeps) {
  return async (caller: Caller, report: Report, { values }: Arguments, request: ListRequest): Promise<Page> => {
    const nowMs = clock.nowMs()
    const callerId = caller.userId
    const plan = planList(request, reportSource(report), { callerId, nowMs })
    // A report that reads all rows sees what an administrator sees.
    const reader: Caller = report.rows === 'all' ? { ...caller, administrator: true } : caller
    const read = (isNamed: IsNamed | undefined): Promise<ReportRow[]> => {
      const statement = reportStatement(report, plan, {
        values,
        callerId,
        nowMs,
        rowsOf(table) {
          const rows = rowsOf(table, reader, isNamed)
          if (rows === undefined) throw outdated(report, `the table bi.${table} does not exist`)
          return rows
        },
      })
      return database.readOnly<ReportRow>(statement, { timeoutMs, role })
    }
    return lists.limited(callerId, async () => {
      const [row] = await read(namedColumns(report.query))
        // The role may lack the right to read a field table that is newer than its rights.
        .catch((error: unknown) => (role !== undefined && lacksRight(error) ? read(undefined) : Promise.reject(error)))
        .catch((error: unknown) => {
          throw toReportFailure(report, error)
        })
      const { isTooLong, total, ...page } = row!
      if (isTooLong)
        throw reportTooLong(`the report has more than ${maxReportRows} rows; narrow it with its parameters`)
      return pageOf(page, Number(total))
    })
  }
}

const lacksRight = (error: unknown): boolean => (error as { code?: unknown }).code === '42501'

/** Returns whether a value did not fit into the limits or the memory of the database. */
function isTooLarge(error: unknown): boolean {
  const { code, message, cause } = error as { code?: unknown; message?: string; cause?: unknown }
  if (typeof code === 'string' && /^(54|53200)/.test(code)) return true
  // PostgreSQL reports a request for more than a gigabyte as an internal error.
  if (code === 'XX000') return /^invalid memory alloc request size/.test(message ?? '')
  return cause instanceof Error && isTooLarge(cause)
}

function outdated({ namespace, code }: Report, reason: string, cause?: unknown): Error {
  const advice = 'apply its solution again to see the problem'
  return reportOutdated(`the report ${namespace}.${code} does not fit its data: ${reason}; ${advice}`, {}, { cause })
}

/**
 * Converts an error of the database into an error for the caller. Messages about values are not passed on, because they
 * could contain values that the caller may not see.
 */
function toReportFailure(report: Report, error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: unknown; message?: string }
  if (isTooLarge(error))
    return reportFailed(
      `the report ${report.namespace}.${report.code} computes a value that is too large for the database; narrow it down`,
      {},
      { cause: error },
    )
  if (typeof code !== 'string' || error instanceof TypeError) return error
  const path = `${report.namespace}.${report.code}`
  if (lacksRight(error))
    return reportFailed(`the database role for reports lacks a right that ${path} needs`, {}, { cause: error })
  if (code.startsWith('42')) return outdated(report, message, error)
  if (code === '22012') return reportFailed(`the report ${path} divides by zero`, {}, { cause: error })
  if (/^2[12]/.test(code))
    return reportFailed(`the report ${path} cannot be computed from a value that it reads`, {}, { cause: error })
  return error
}
