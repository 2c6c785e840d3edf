import type { Database, Transaction } from '../foundation/db/database.ts'
import type { Log } from '../foundation/kit/log.ts'
import { createCatalog } from '../solutions/index.ts'
import { applicationPath } from './applications/application.ts'
import { storedApplications } from './applications/stored-applications.ts'
import { createView } from './applications/views/views.store.ts'
import { storedContracts } from './contracts/definition/stored-contracts.ts'
import { contractView, createContractView } from './contracts/views/contract-views.store.ts'
import { storedReports } from './reports/definition/stored-reports.ts'
import { putReportView } from './reports/views/report-view.store.ts'

/**
 * Creates the views for SQL tools of all deployed applications, contracts and reports, in a database that has no such
 * views. A view that cannot be created is logged and left out, so that it does not keep a backup from being restored.
 */
export async function createViews(database: Database, log: Log): Promise<void> {
  const definitions = (await createCatalog(database, [storedApplications, storedContracts, storedReports])).written()
  const applications = definitions.of(storedApplications).map(({ application }) => application)
  const byPath = new Map(applications.map((application) => [applicationPath(application), application]))
  await database.transaction(async (tx) => {
    const create = async (view: string, work: (part: Transaction) => Promise<void>): Promise<void> => {
      await tx.savepoint(work).catch((error) => log('warn', `a view could not be created: ${view}`, { error }))
    }
    for (const application of applications)
      await create(applicationPath(application), (part) => createView(part, application))
    for (const { contract } of definitions.of(storedContracts))
      await create(contract.code, (part) => createContractView(part, contractView(contract, byPath)))
    for (const { report } of definitions.of(storedReports))
      await create(report.code, (part) => putReportView(part, report, applications))
  })
}
