import type { Reader } from '../../foundation/db/database.ts'
import type { Caller } from '../caller.ts'
import { personsOf } from '../credentials/persons.store.ts'
import { activeUser } from './users.store.ts'

/**
 * Returns the user as a caller, for background work and for requests of others, such as the use of a link; undefined
 * when the user is not active.
 */
export async function loadCaller(
  reader: Reader,
  userId: string,
  operation: string,
  now: Date,
): Promise<Caller | undefined> {
  const user = await activeUser(reader, userId)
  if (user === undefined) return undefined
  const persons = await personsOf(reader, userId, now)
  return { userId, tokenId: '', administrator: user.administrator, persons, operation, requestId: '' }
}
