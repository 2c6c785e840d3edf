import type { Reader } from '../../../foundation/db/database.ts'
import type { Caller } from '../../../people/index.ts'
import { userSource } from '../../../people/index.ts'
import type { ElementInput } from './read-element-input.ts'
import { missingFrom } from './references.store.ts'

/**
 * Returns the author given as `__createdBy`; undefined when the value is ignored. Only administrators can set another
 * author. For other callers, and for unknown users, the value is ignored like other system fields, because clients send
 * back what they read, possibly from another installation.
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
