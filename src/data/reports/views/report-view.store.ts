import type { Tx } from '../../../foundation/db/database.ts'
import { id, join, nothing, Sql, sql, toStatement } from '../../../foundation/db/sql.ts'
import type { Address } from '../../../solutions/index.ts'
import type { Application } from '../../applications/application.ts'
import { withoutBinding } from '../../applications/unbound.ts'
import { viewName } from '../../applications/views/view-name.ts'
import { elementsOf } from '../../applications/views/views.store.ts'
import { viewInUse } from '../../errors.ts'
import { builtInNamespace, type Report } from '../report.ts'
import { fillQuery, namesIn, type QueryText } from '../sql/query-text.ts'

/**
 * Returns the name of a report's view in the schema `bi`. Codes contain no `$`, so no application has a view of this
 * name.
 */
function reportViewName(address: Address): string {
  return `report$${viewName(address)}`
}

/** Returns the name of a report's view with its schema; undefined for a report without a view. */
export function reportViewOf(report: Report, applications: readonly Application[]): string | undefined {
  const known = hasView(report.query, new Set(applications.map(viewName)))
  return known && report.namespace !== builtInNamespace ? `bi.${reportViewName(report)}` : undefined
}

/** Returns whether a report has a view: it reads applications only, and takes no parameters except `:now`. */
function hasView(query: QueryText, tables: ReadonlySet<string>): boolean {
  return (
    namesIn(query, 'parameter').every((name) => name === 'now') &&
    namesIn(query, 'table').every((name) => tables.has(name))
  )
}

/** Drops the view of a report if there is one. Throws `definition.view_in_use` while other views read the view. */
export async function dropReportView(tx: Tx, address: Address): Promise<void> {
  const name = reportViewName(address)
  try {
    await tx.rows(sql`drop view if exists bi.${id(name)}`)
  } catch (error) {
    if ((error as { code?: unknown }).code !== '2BP01') throw error
    throw viewInUse(
      `the view bi.${name} has to change, but another view reads it; drop that first`,
      {},
      { cause: error },
    )
  }
}

/**
 * Recreates the view of a report, or drops it when the report can no longer have a view. The view reads the tables and
 * not the views of the applications, so those views can change.
 */
export async function putReportView(
  tx: Tx,
  report: Address & { readonly query: QueryText },
  applications: readonly Application[],
): Promise<void> {
  await dropReportView(tx, report)
  const byName = new Map(applications.map((application) => [viewName(application), application]))
  const { query } = report
  if (!hasView(query, new Set(byName.keys()))) return
  const tables = namesIn(query, 'table').map((name) => sql`${id(name)} as (${constant(elementsOf(byName.get(name)!))})`)
  const filled = fillQuery(query, ({ is, name }) => (is === 'table' ? id(name) : sql`platform_now()`))
  const list = tables.length === 0 ? nothing : sql`with ${join(tables)} `
  await tx.rows(
    sql`create view bi.${id(reportViewName(report))} as ${list}select * from (\n${filled}\n) ${id('report')}`,
  )
}

/** Returns a SELECT with its bound values written as constants, because a view takes no parameters. */
function constant(select: Sql): Sql {
  return new Sql([toStatement(withoutBinding(select)).text], [])
}
