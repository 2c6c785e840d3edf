import type { Reader } from '../../db/database.ts'
import { activeCaller, type Caller } from '../../people/index.ts'
import { importerBlocked } from './errors.ts'

/** The caller for whom an import writes; asked again for each batch. Throws once that user is blocked or removed. */
export async function importerOf(reader: Reader, userId: string): Promise<Caller> {
  const caller = await activeCaller(reader, userId, 'importElements')
  if (caller === undefined) throw importerBlocked('the user who started the import is blocked or removed')
  return caller
}
