import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import type { Caller } from '../people/index.ts'
import { listPage, type Page, readListRequest } from '../query/index.ts'
import { applicationSource } from './application-source.ts'
import type { Status, StatusGroup } from './definitions/application.ts'
import type { ApplicationAddress, OpenApplication } from './elements/element-address.ts'

/** What is deployed, as the public API shows it. */
export interface Applications {
  list(caller: Caller, input: unknown): Promise<Page>
  statusSettings(caller: Caller, address: ApplicationAddress): StatusSettings
}

export interface StatusSettings {
  readonly statusItems: readonly Status[]
  readonly groupItems: readonly StatusGroup[]
}

export function createApplications(deps: { database: Database; clock: Clock; open: OpenApplication }): Applications {
  const { database, clock, open } = deps
  return {
    list: (caller, input) =>
      listPage(database.reader, readListRequest(input), applicationSource, {
        find: () => undefined,
        callerId: caller.userId,
        nowMs: clock.nowMs(),
      }),
    statusSettings(caller, address) {
      const { application } = open(caller, address)
      return { statusItems: application.statuses, groupItems: application.statusGroups }
    },
  }
}
