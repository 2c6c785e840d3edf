import { Bound, sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest, type Source } from '../../query/index.ts'
import type { Status, StatusGroup } from '../applications/application.ts'
import { applicationSource } from '../applications/application-source.ts'
import { builtInApplications } from '../applications/built-in.ts'
import type { ApplicationAddress, KnownApplications, OpenApplication } from '../elements/source/opened-application.ts'

/** The deployed applications, as the API shows them. */
export interface Applications {
  list(caller: Caller, input: unknown): Promise<Page>
  statusSettings(caller: Caller, address: ApplicationAddress): StatusSettings
}

export interface StatusSettings {
  readonly statusItems: readonly Status[]
  readonly groupItems: readonly StatusGroup[]
}

interface Deps {
  readonly lists: Lists
  readonly clock: Clock
  readonly open: OpenApplication
  readonly known: KnownApplications
}

export function createApplications({ lists, clock, open, known }: Deps): Applications {
  function knownTo(caller: Caller): Source {
    if (caller.administrator) return applicationSource
    const builtIn = builtInApplications.map(({ application }) => application)
    const ids = new Bound([...known(caller), ...builtIn].map(({ id }) => id))
    return {
      ...applicationSource,
      scope: (row) => sql`${applicationSource.scope(row)} and ${row}.id = any (${ids}::uuid[])`,
    }
  }

  return {
    list: (caller, input) =>
      lists.page(readListRequest(input), knownTo(caller), {
        callerId: caller.userId,
        nowMs: clock.nowMs(),
      }),
    statusSettings(caller, address) {
      const { application } = open(caller, address)
      return { statusItems: application.statuses, groupItems: application.statusGroups }
    },
  }
}
