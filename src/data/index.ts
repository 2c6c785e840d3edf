// Apps: the definitions of an organisation (namespaces, applications, their fields and statuses) and the elements of
// its applications.

import type { Files } from '../files/index.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Jobs, PeriodicJob } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'
import type { Caller, Tell } from '../people/index.ts'
import type { FindSource, Lists } from '../query/index.ts'
import { createCatalog, type DefinitionKind, Solutions } from '../solutions/index.ts'
import { createElementAccess, type ElementAccess } from './access/access.ts'
import { type ReadableElements, readableElements } from './access/readable-elements.store.ts'
import { throughElements } from './access/through-elements.store.ts'
import { purgeRemovedFields } from './application-kind/apply/purge.ts'
import { type ApplicationCatalog, applicationCatalog } from './applications/application-catalog.ts'
import { FieldTables } from './applications/field-tables/field-tables.ts'
import { Comments } from './comments/comments.ts'
import { Contracts } from './contracts/contracts.ts'
import { ElementJobs } from './element-jobs/element-jobs.ts'
import { Elements } from './elements/elements.ts'
import { Numbering } from './elements/numbering/numbering.ts'
import type { CreatedEvents, Events } from './events/index.ts'
import { Imports } from './import/imports.ts'
import { createMarketing, type Marketing } from './marketing/marketing.ts'
import { openApplications } from './open-application.ts'
import { createReferences, type ReferencesTo } from './references/references.ts'
import { SavedViews } from './saved-views/saved-views.ts'
import { Applications } from './scheme/applications.ts'
import { Scheme } from './scheme/scheme.ts'
import { createSearch, type Search } from './search/search.ts'

export {
  archiveInvalid,
  changeBlocked,
  consentNeeded,
  definitionInvalid,
  solutionFileChanged,
  solutionFileNotFound,
  solutionNotFound,
} from '../solutions/index.ts'

export { applicationKind } from './application-kind/application-kind.ts'
export { applicationPath } from './applications/application.ts'
export type { ApplicationCatalog } from './applications/application-catalog.ts'
export { isBuiltIn } from './applications/built-in.ts'
export { maxNumberChars } from './applications/registration-section.ts'
export { contractKind } from './contracts/kind/contract-kind.ts'
export { createViews } from './create-views.ts'
export { statusObstacles } from './elements/capabilities/capabilities.ts'
export { elementRights } from './elements/rights/element-rights.ts'
export { missingReferences } from './elements/rules/check-references.ts'
export { mayFollow } from './elements/rules/statuses.ts'
export { systemFieldCodes } from './elements/source/element-source.ts'
export type { JointWrite } from './elements/write/change-element.store.ts'
export * from './errors.ts'
export type * from './events/index.ts'
export { createEvents } from './events/index.ts'
export { csvLine } from './import/csv-line.ts'
export * from './import/errors.ts'
export { withGuard } from './import/formula-guard.ts'
export { createImportRetention } from './import/import-retention.store.ts'
export { dataLiveSources, ownImports } from './live/index.ts'
export * from './marketing/errors.ts'
export { visibilityOf } from './namespaces/namespace.ts'
export { namespaceKind } from './namespaces/namespace-kind.ts'
export { createReportKind } from './reports/definition/report-kind.ts'
export * from './reports/errors.ts'
export { exportFormats } from './reports/export/stream-table.ts'
export { createReports, type KnownReport, type Reports } from './reports/reports.ts'
export { type ReportTable, tableShape } from './reports/tables/report-table.ts'
export { userTable } from './reports/tables/user-table.store.ts'
export { type FieldView, fieldView } from './scheme/field-view.ts'
export { stampsView } from './scheme/stamps-view.ts'
export { Storage } from './storage/storage.ts'

export interface Apps {
  readonly applications: Applications
  readonly elements: Elements
  /** Bulk changes and exports of elements. */
  readonly elementJobs: ElementJobs
  readonly contracts: Contracts
  readonly solutions: Solutions
  readonly imports: Imports
  readonly savedViews: SavedViews
  readonly comments: Comments
  readonly referencesTo: ReferencesTo
  readonly scheme: Scheme
  readonly search: Search
  readonly events: Events
  readonly marketing: Marketing
  /** The deployed definitions of all kinds. */
  readonly catalog: ApplicationCatalog
  readonly access: ElementAccess
  /** Returns a lookup of the applications that a caller may read, for queries of other rooms. */
  readonly findFor: (caller: Caller) => FindSource
  /** Returns the elements that a caller may read, as conditions for tables of other rooms that name elements. */
  readonly readableElements: (caller: Caller) => ReadableElements
  readonly fieldTables: FieldTables
  readonly periodic: readonly PeriodicJob[]
  close(): Promise<void>
}

export interface AppsDeps {
  /** Called after a change that may alter group memberships. */
  readonly membershipChanged?: () => void
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly files: Files
  readonly jobs: Jobs
  /** The kinds of definitions that solutions may contain, in the order in which they are planned and applied. */
  readonly kinds: readonly DefinitionKind[]
  /** The events; their listener is registered with the files. */
  readonly events: CreatedEvents
  /** The runner of lists; one for the whole platform. */
  readonly lists: Lists
  /** The names of the secrets that activities of processes can use. */
  readonly secrets?: readonly string[]
  /** Whether a part of an expression that can only be null prevents applying a solution. */
  readonly areExpressionsStrict?: boolean
  /** The number of elements from which an application gets a field table. */
  readonly fieldTablesFrom?: number | undefined
  /** Notifies users, for example about the end of their imports. */
  readonly tell: Tell
  /** The language of the texts of definitions where no request asks for another one. */
  readonly defaultLanguage?: string
}

const purgeEveryMs = 6 * 60 * 60 * 1000

export async function createApps(deps: AppsDeps): Promise<Apps> {
  const { database, clock, log, files, jobs, kinds, lists, events, membershipChanged, tell } = deps
  const { secrets, areExpressionsStrict } = deps
  const catalog = applicationCatalog(await createCatalog(database, kinds, deps.defaultLanguage))
  const { applications: deployed, refresh } = catalog
  const fieldTables = new FieldTables({ database, applications: deployed, refresh, log, from: deps.fieldTablesFrom })
  async function purgeOldFields(): Promise<void> {
    await purgeRemovedFields(database, clock.nowMs())
    await catalog.refresh()
  }
  const numbering = new Numbering(database, clock)
  const applications = openApplications(catalog, clock)
  const { open, openToRead, known } = applications
  files.readThrough(throughElements(known, open))
  const { hook } = events
  const imports = await Imports.create({ database, clock, log, files, jobs, numbering, open, events: hook, tell })
  const elements = new Elements({
    ...{ database, clock, numbering, open, openToRead, files, lists, events: hook },
    listUsage: fieldTables.usage,
  })
  const elementJobs = await ElementJobs.create({ database, clock, jobs, files, elements, open, tell })
  const contracts = new Contracts({
    ...applications,
    ...{ database, clock, numbering, files, lists, events: hook, catalog },
  })
  return {
    applications: new Applications(lists, clock, openToRead, known),
    elements,
    elementJobs,
    contracts,
    solutions: new Solutions({
      ...{ database, kinds, clock, catalog, secrets, areExpressionsStrict },
      async applied() {
        membershipChanged?.()
        await fieldTables.applied()
      },
    }),
    imports,
    referencesTo: createReferences({ lists, clock, open, known, elements }),
    comments: new Comments(database, clock, elements, tell),
    savedViews: new SavedViews(database, clock, open, known),
    access: createElementAccess({ database, clock, catalog, ...applications, granted: membershipChanged }),
    findFor: applications.findFor,
    readableElements: readableElements(known, open),
    scheme: new Scheme({
      kinds,
      catalog,
      open: openToRead,
      known,
      knowsContract: (caller, address) => contracts.knows(caller, address),
    }),
    search: createSearch({ database, files, open, known, lists }),
    events,
    marketing: createMarketing({ database, clock, lists, open }),
    catalog,
    fieldTables,
    periodic: [
      ...catalog.periodic,
      fieldTables.periodic,
      { name: 'purge removed fields', everyMs: purgeEveryMs, on: 'one node', run: purgeOldFields },
    ],
    async close() {
      fieldTables.close()
      await imports.close()
      await events.close()
      await numbering.close()
    },
  }
}
