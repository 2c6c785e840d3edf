import { rightMissing } from '../rights/refusals.ts'
import type { ApplicationAddress } from '../source/opened-application.ts'
import type { Action } from './action.ts'

/**
 * Takes the next number `__index` of an application, so that no element will get this number. Throws when the caller
 * may not create elements in the application.
 */
export async function takeNumber(
  { unit, caller, open, numbering }: Action,
  address: ApplicationAddress,
): Promise<number> {
  const { application, authority } = open(caller, address)
  if (authority.rows('create') === false) throw rightMissing('create', application)
  return numbering.take(application.id, 1, unit.tx)
}
