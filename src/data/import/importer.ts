import { type Caller, loadCaller } from '../../people/index.ts'
import { importerBlocked } from './errors.ts'
import type { ImportDeps } from './import-deps.ts'

/**
 * Returns the caller on whose behalf an import writes; called again for each batch. Throws when the user is no longer
 * active.
 */
export async function importerOf({ database, clock }: ImportDeps, userId: string): Promise<Caller> {
  const caller = await loadCaller(database.reader, userId, 'importElements', new Date(clock.nowMs()))
  if (caller === undefined) throw importerBlocked('the user who started the import is blocked or removed')
  return caller
}
