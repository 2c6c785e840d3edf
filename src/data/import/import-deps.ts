import type { Files } from '../../files/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { type Caller, loadCaller, type Tell } from '../../people/index.ts'
import type { Numbering } from '../elements/numbering/numbering.ts'
import type { OpenApplication } from '../elements/source/opened-application.ts'
import type { EventHook } from '../events/index.ts'
import { importerBlocked } from './errors.ts'

/** The dependencies of a running import. */
export interface ImportDeps {
  readonly database: Database
  readonly clock: Clock
  readonly files: Files
  readonly numbering: Numbering
  readonly open: OpenApplication
  readonly events: EventHook
  readonly tell: Tell
  /** The maximum number of rows per transaction. */
  readonly batchRows: number
}

/** The operation in the history of the elements that an import writes. */
export const importOperation = 'importElements'

/**
 * Returns the caller on whose behalf an import writes; called again for each batch. Throws when the user is no longer
 * active.
 */
export async function importerOf({ database, clock }: ImportDeps, userId: string): Promise<Caller> {
  const caller = await loadCaller(database.reader, userId, importOperation, new Date(clock.nowMs()))
  if (caller === undefined) throw importerBlocked('the user who started the import is blocked or removed')
  return caller
}
