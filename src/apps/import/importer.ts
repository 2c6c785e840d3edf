import { activeCaller, type Caller } from '../../people/index.ts'
import { importerBlocked } from './errors.ts'
import type { ImportDeps } from './import-deps.ts'

/** The caller for whom an import writes; asked again for each batch. Throws once that user is blocked or removed. */
export async function importerOf({ database, clock }: ImportDeps, userId: string): Promise<Caller> {
  const caller = await activeCaller(database.reader, userId, 'importElements', new Date(clock.nowMs()))
  if (caller === undefined) throw importerBlocked('the user who started the import is blocked or removed')
  return caller
}
