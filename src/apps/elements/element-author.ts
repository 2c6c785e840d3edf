import type { Reader } from '../../db/database.ts'
import type { Caller } from '../../people/index.ts'
import { userSource } from '../../people/index.ts'
import { missingFrom } from './elements.store.ts'
import type { ElementInput } from './read-element-input.ts'

/**
 * `__createdBy` of a context. Only an administrator may write in another's name; from others, and for users that do
 * not exist here, it is one of the fields that are ignored (clients send back what another installation told them).
 */
export async function writableCreator(
  reader: Reader,
  caller: Caller,
  input: ElementInput,
): Promise<string | undefined> {
  if (input.createdBy === undefined || !caller.administrator) return undefined
  const missing = await missingFrom(reader, userSource, [input.createdBy])
  return missing.length === 0 ? input.createdBy : undefined
}
