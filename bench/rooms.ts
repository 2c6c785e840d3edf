import { applicationCatalog } from '../src/data/applications/application-catalog.ts'
import { FieldTables } from '../src/data/applications/field-tables/field-tables.ts'
import { Elements } from '../src/data/elements/elements.ts'
import { Numbering } from '../src/data/elements/numbering/numbering.ts'
import { createEvents } from '../src/data/events/index.ts'
import { openApplications } from '../src/data/open-application.ts'
import type { Database, Reader } from '../src/foundation/db/database.ts'
import { systemClock } from '../src/foundation/kit/clock.ts'
import { type Caller, People, systemCaller } from '../src/people/index.ts'
import { kinds } from '../src/platform/kinds.ts'
import { createLists } from '../src/query/index.ts'
import { createCatalog, Solutions } from '../src/solutions/index.ts'

/** The rooms of the platform without a server around them. */
export interface Rooms extends AsyncDisposable {
  readonly caller: Caller
  readonly solutions: Solutions
  readonly elements: Elements
  readonly fieldTables: FieldTables
}

/**
 * Opens the rooms on a database. Operations on elements send their statements through `seenBy`, which can record them.
 */
export async function openRooms(database: Database, seenBy: Database = database): Promise<Rooms> {
  const clock = systemClock
  const people = new People({ database, clock })
  const userId = await people.administrator()
  const catalog = applicationCatalog(await createCatalog(database, kinds))
  // Numbers are reserved in blocks of up to 256, so that the reservation is not measured as part of one create.
  const numbering = new Numbering(database, clock)
  const { open, openToRead } = openApplications(catalog, clock)
  const { hook: events } = createEvents({ database: seenBy, clock, log: () => {} })
  const { applications, refresh } = catalog
  const fieldTables = new FieldTables({ database, applications, refresh, log: () => {} })
  return {
    caller: systemCaller(userId),
    fieldTables,
    solutions: new Solutions({ database, kinds, clock, catalog }),
    elements: new Elements({
      database: seenBy,
      clock,
      numbering,
      open,
      openToRead,
      files: noFiles,
      events,
      lists: createLists(seenBy.reader),
      listUsage: fieldTables.usage,
    }),
    async [Symbol.asyncDispose]() {
      await numbering.close()
      await people.close()
    },
  }
}

const noFiles = {
  unseen: async (_reader: Reader, _caller: Caller, ids: readonly string[]) => ids,
  attach: async () => {
    throw new Error('no files are attached in a bench')
  },
}
