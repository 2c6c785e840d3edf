import { Bound, sql } from '../../foundation/db/sql.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { Caller } from '../../people/index.ts'
import { type Lists, type Page, readListRequest, type Source } from '../../query/index.ts'
import type { Status, StatusGroup } from '../applications/application.ts'
import { applicationSource } from '../applications/application-source.ts'
import { builtInApplications } from '../applications/built-in.ts'
import type { ApplicationAddress, KnownApplications, OpenApplication } from '../elements/source/opened-application.ts'

export interface StatusSettings {
  readonly statusItems: readonly Status[]
  readonly groupItems: readonly StatusGroup[]
}

/** The deployed applications, as the API shows them. */
export class Applications {
  readonly #lists: Lists
  readonly #clock: Clock
  readonly #open: OpenApplication
  readonly #known: KnownApplications

  constructor(lists: Lists, clock: Clock, open: OpenApplication, known: KnownApplications) {
    this.#lists = lists
    this.#clock = clock
    this.#open = open
    this.#known = known
  }

  list(caller: Caller, input: unknown): Promise<Page> {
    return this.#lists.page(readListRequest(input), this.#knownTo(caller), {
      callerId: caller.userId,
      nowMs: this.#clock.nowMs(),
    })
  }

  statusSettings(caller: Caller, address: ApplicationAddress): StatusSettings {
    const { application } = this.#open(caller, address)
    return { statusItems: application.statuses, groupItems: application.statusGroups }
  }

  #knownTo(caller: Caller): Source {
    if (caller.administrator) return applicationSource
    const builtIn = builtInApplications.map(({ application }) => application)
    const ids = new Bound([...this.#known(caller), ...builtIn].map(({ id }) => id))
    return {
      ...applicationSource,
      scope: (row) => sql`${applicationSource.scope(row)} and ${row}.id = any (${ids}::uuid[])`,
    }
  }
}
