import type { Sql } from '../../../foundation/db/sql.ts'
import type { Caller } from '../../../people/index.ts'
import type { FindSource } from '../../../query/index.ts'
import type { Application } from '../../applications/application.ts'
import type { ApplicationCatalog } from '../../applications/application-catalog.ts'
import { viewName } from '../../applications/views/view-name.ts'
import { applicationRows } from './application-table.store.ts'
import type { ReportTable } from './report-table.ts'

export interface KnownTablesDeps {
  readonly catalog: ApplicationCatalog
  readonly findFor: (caller: Caller) => FindSource
  /** The tables that belong to no application. */
  readonly tables: readonly ReportTable[]
}

/** Returns the SELECT of a table with the rows that a caller may see; undefined when no table has the name. */
export type RowsOfTable = (name: string, caller: Caller) => Sql | undefined

/** Creates the lookup of the tables of the deployed applications and of the platform. */
export function knownTables({ catalog, findFor, tables }: KnownTablesDeps): RowsOfTable {
  const fixed = new Map(tables.map((table) => [table.name, table]))
  // The catalog keeps the same list until a definition changes.
  const byList = new WeakMap<readonly Application[], ReadonlyMap<string, Application>>()
  function applications(): ReadonlyMap<string, Application> {
    const list = catalog.applications()
    const known = byList.get(list) ?? new Map(list.map((one) => [viewName(one), one]))
    byList.set(list, known)
    return known
  }
  return (name, caller) => {
    const application = applications().get(name)
    return application ? applicationRows(application, findFor(caller)) : fixed.get(name)?.rows(caller)
  }
}
