import type { Database } from '../../../foundation/db/database.ts'
import { toWireTime } from '../../../foundation/kit/clock.ts'
import type { Caller } from '../../../people/index.ts'
import type { Templates } from '../../definition/index.ts'
import { type WaitingStart, waitingStarts } from './pending-starts.store.ts'
import { startsOf } from './starts.store.ts'

/** An automatic start of a process, in the form of the API. */
interface StartView {
  readonly elementId: string
  readonly kind: string
  readonly dueAt: string | null
  readonly name: string | null
  readonly application: string | null
  readonly event: string | null
  /** Number of starts that failed since the publication; null for callers who do not see all instances. */
  readonly failures: number | null
  readonly lastFailure: { readonly at: string; readonly message: string; readonly item: string | null } | null
}

export interface ListedStarts {
  readonly starts: readonly StartView[]
  /**
   * Starts that have not happened yet, for example because of the start limit, the next one first; none for callers
   * who do not see all instances.
   */
  readonly pending: readonly WaitingStart[]
}

/** Maximum number of pending starts that are shown. */
const maxPending = 100

/**
 * Creates the function that lists the automatic starts of the newest version of a template. Requires the right `view`.
 * Only callers who see all instances get the failures and the waiting starts.
 */
export function createListStarts({
  database,
  templates,
}: {
  readonly database: Database
  readonly templates: Pick<Templates, 'open' | 'may'>
}) {
  return async (
    caller: Caller,
    address: { readonly namespace: string; readonly code: string },
  ): Promise<ListedStarts> => {
    const template = await templates.open(caller, address, 'view')
    const { id } = template
    const seesAll = await templates.may(caller, template, 'viewAll')
    const starts = (await startsOf(database.reader, id)).map(
      ({ element, settings, dueAt, isPlanned, failures, lastFailure }) => ({
        elementId: element,
        kind: settings.kind,
        dueAt: dueAt === null || !isPlanned ? null : toWireTime(Date.parse(dueAt)),
        name: 'name' in settings ? settings.name : null,
        application: settings.kind === 'elementEvent' ? settings.app : null,
        event: settings.kind === 'elementEvent' ? settings.event : null,
        failures: seesAll ? failures : null,
        lastFailure: seesAll && lastFailure ? { ...lastFailure, item: lastFailure.item ?? null } : null,
      }),
    )
    return { starts, pending: seesAll ? await waitingStarts(database.reader, id, maxPending) : [] }
  }
}
