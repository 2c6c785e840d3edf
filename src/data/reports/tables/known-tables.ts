import type { Sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import type { FindSource } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import { viewName } from '../../applications/views/view-name.ts'
import type { IsNamed } from '../sql/named-columns.ts'
import { applicationRows } from './application-table.store.ts'
import type { ReportTable } from './report-table.ts'

export interface KnownTablesDeps {
  readonly catalog: ApplicationCatalog
  readonly findFor: (caller: Caller) => FindSource
  /** The tables that belong to no application. */
  readonly tables: readonly ReportTable[]
  /** Whether the role that runs the SQL of reports may read the field tables. */
  readonly readsFieldTables: boolean
}

/**
 * Returns the SELECT of a table with the rows that a caller may see; undefined when no table has the name. Without
 * `isNamed`, it reads no field tables.
 */
export type RowsOfTable = (name: string, caller: Caller, isNamed: IsNamed | undefined) => Sql | undefined

/** Creates the lookup of the tables of the deployed applications and of the platform. */
export function knownTables({ catalog, findFor, tables, readsFieldTables }: KnownTablesDeps): RowsOfTable {
  const fixed = new Map(tables.map((table) => [table.name, table]))
  // The catalog keeps the same list until a definition changes.
  const byList = new WeakMap<readonly Application[], ReadonlyMap<string, Application>>()
  function applications(): ReadonlyMap<string, Application> {
    const list = catalog.applications()
    const known = byList.get(list) ?? new Map(list.map((one) => [viewName(one), one]))
    byList.set(list, known)
    return known
  }
  return (name, caller, isNamed) => {
    const application = applications().get(name)
    if (application === undefined) return fixed.get(name)?.rows(caller)
    return applicationRows(application, findFor(caller), readsFieldTables ? isNamed : undefined)
  }
}
