import type { Transaction } from '../../../foundation/db/database.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import type { Elements } from '../../elements/elements.ts'
import type { ApplicationAddress, OpenApplication } from '../../elements/source/opened-application.ts'
import { lockRows } from '../../elements/write/change-elements.store.ts'
import { type BulkAction, runBulkAction } from './bulk-action.ts'

/** An element that a bulk action left unchanged, and why. */
export interface JobFailure {
  readonly id: string
  readonly code: string
  readonly message: string
}

export interface BulkDeps {
  readonly elements: Pick<Elements, 'in'>
  readonly open: OpenApplication
}

/**
 * The result of an action on several elements. Elements that already were in the requested state count as unchanged.
 */
export interface BulkOutcome {
  readonly changed: number
  readonly unchanged: number
  readonly failures: readonly JobFailure[]
}

/**
 * Runs an action on elements, one after another, in a transaction. A refused element stays as it is and becomes a
 * failure; the other elements are changed.
 */
export async function changeElements(
  { elements, open }: BulkDeps,
  tx: Transaction,
  { caller, address, ids, action }: BulkWork,
): Promise<BulkOutcome> {
  // The rows are locked in the order of their ids, so that two bulk actions on the same elements cannot deadlock.
  await lockRows(tx, open(caller, address).source, ids.filter(isUuid))
  const actions = elements.in(tx)
  const failures: JobFailure[] = []
  let changed = 0
  for (const id of ids) {
    try {
      const written = await runBulkAction(actions, caller, { ...address, id }, action)
      if (written.action !== undefined) changed++
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status >= 500) throw error
      failures.push({ id, code: error.code, message: error.message })
    }
  }
  return { changed, unchanged: ids.length - changed - failures.length, failures }
}

export interface BulkWork {
  readonly caller: Caller
  readonly address: ApplicationAddress
  readonly ids: readonly string[]
  readonly action: BulkAction
}
