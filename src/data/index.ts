// Apps: the definitions of an organisation (namespaces, applications, their fields and statuses) and the elements of
// its applications.

import { type AccessRoom, createAccess } from '../access/index.ts'
import type { Files } from '../files/index.ts'
import type { Database } from '../foundation/db/database.ts'
import type { Jobs, PeriodicJob } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Log } from '../foundation/kit/log.ts'
import type { Lists } from '../query/index.ts'
import { createCatalog } from '../solutions/catalog.ts'
import { createSolutions, type Solutions } from '../solutions/solutions.ts'
import { throughElements } from './access/through-elements.store.ts'
import { type Applications, createApplications } from './applications/applications.ts'
import { keepAllIndexes } from './applications/keep-all-indexes.ts'
import { openApplications } from './applications/open-application.ts'
import { purgeDroppedFields } from './applications/purge.ts'
import { createElements, type Elements } from './elements/elements.ts'
import { createNumbering } from './elements/numbering.ts'
import { createImports, type Imports } from './import/imports.ts'
import { createScheme, type Scheme } from './scheme/scheme.ts'
import { createSearch, type Search } from './search/search.ts'

export * from '../access/errors.ts'
export { elementRights, rights } from '../access/rights.ts'
export { AccessSection, AccessSetting } from '../access/schemas.ts'
export { archiveInvalid, changeBlocked, consentNeeded, definitionInvalid, viewInUse } from '../solutions/errors.ts'
export * from './errors.ts'
export * from './import/errors.ts'
export * from './scheme/errors.ts'

export interface Apps {
  readonly applications: Applications
  readonly elements: Elements
  readonly solutions: Solutions
  readonly imports: Imports
  readonly scheme: Scheme
  readonly search: Search
  readonly access: AccessRoom
  /**
   * Starts building missing indexes in the background, for example after an update of the program. Requests are
   * answered without these indexes, only slower. Stopping the server cancels the work; the next start continues it.
   */
  startIndexes(): void
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
  /** The runner of lists; one for the whole platform. */
  readonly lists: Lists
}

const purgeEveryMs = 6 * 60 * 60 * 1000

export async function createApps({
  database,
  clock,
  log,
  files,
  jobs,
  lists,
  membershipChanged,
}: AppsDeps): Promise<Apps> {
  const catalog = await createCatalog(database)
  const closing = new AbortController()
  async function purgeOldFields(): Promise<void> {
    await purgeDroppedFields(database, clock.nowMs())
    await catalog.refresh()
  }
  const numbering = createNumbering(database, clock)
  const applications = openApplications(catalog, clock)
  const { open, openToRead, known } = applications
  files.readThrough(throughElements(known, open))
  const imports = await createImports({ database, clock, log, files, jobs, numbering, open })
  return {
    applications: createApplications({ lists, clock, open: openToRead, known }),
    elements: createElements({ database, clock, numbering, open, openToRead, files, lists }),
    solutions: createSolutions({ database, clock, catalog, applied: membershipChanged }),
    imports,
    access: createAccess({ database, clock, catalog, applications, granted: membershipChanged }),
    scheme: createScheme({ catalog, open: openToRead, known }),
    search: createSearch({ database, files, open, known, lists }),
    startIndexes() {
      // A new program version may need further indexes on a large table. Lists work without them, only slower.
      keepAllIndexes(database, catalog, closing.signal).catch((error) => {
        if (!closing.signal.aborted) log('warn', 'building indexes failed; the next start tries again', { error })
      })
    },
    periodic: [
      ...catalog.periodic,
      { name: 'purge removed fields', everyMs: purgeEveryMs, on: 'one node', run: purgeOldFields },
    ],
    async close() {
      closing.abort()
      await imports.close()
      await numbering.close()
    },
  }
}
